/** Whether a host is this machine, where nobody listens on the way. */
export function isOwnHost(hostname: string): boolean {
  return hostname === "localhost" || hostname === "127.0.0.1";
}

/** Whether secrets may go to an address: with TLS, or not off this machine. */
export function isSecureUrl({ protocol, hostname }: URL): boolean {
  return protocol === "https:" || (protocol === "http:" && isOwnHost(hostname));
}
