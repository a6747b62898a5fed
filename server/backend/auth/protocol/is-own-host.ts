/** Whether a host is this machine, where no other listens on the way. */
export function isOwnHost(hostname: string): boolean {
  return hostname === "localhost" || hostname === "127.0.0.1";
}
