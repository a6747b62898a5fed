/**
 * Reads the packages' server from MOBILE_SERVER_URL.
 *
 * @returns its origin.
 * @throws Error with a hint unless it is an https:// URL; http:// is allowed only for this machine or its
 * name in the Android emulator.
 */
export function readServerUrl(value: string | undefined): string {
  const example = "for example MOBILE_SERVER_URL=https://tv.example.org npm run mobile";
  if (value === undefined || value === "") {
    throw new Error(`MOBILE_SERVER_URL is missing, the address of your server: ${example}`);
  }
  const url = URL.parse(value);
  if (!url || !isAllowed(url)) {
    throw new Error(`MOBILE_SERVER_URL must be an https:// address without a path: ${example}`);
  }
  return url.origin;
}

function isAllowed({ protocol, hostname, pathname, search, hash, username }: URL): boolean {
  if (pathname !== "/" || search !== "" || hash !== "" || username !== "") return false;
  if (protocol === "https:") return true;
  return protocol === "http:" && ["localhost", "127.0.0.1", "10.0.2.2"].includes(hostname);
}
