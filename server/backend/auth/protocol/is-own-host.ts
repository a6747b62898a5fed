/** True for loopback hosts, where plain HTTP is safe. */
export function isLoopbackHost(hostname: string): boolean {
  return hostname === "localhost" || hostname === "127.0.0.1";
}
