/** Names of private networks. */
const PRIVATE_ENDINGS = [
  "local",
  "localhost",
  "localdomain",
  "internal",
  "intranet",
  "private",
  "corp",
  "home",
  "lan",
  "home.arpa",
  "invalid",
  "onion",
];

/**
 * Host name for a content policy, such as "player.example.org": at least two labels, the last of
 * letters or punycode, so never an IP address.
 */
export const HOST_NAME =
  /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{0,57}[a-z0-9])$/;

/**
 * Returns whether a host is publicly reachable by name. IP addresses in every URL spelling, single
 * labels and names of private networks are not.
 *
 * @param host as in `URL.hostname`, in lower case
 */
export function isPublicHost(host: string): boolean {
  if (!HOST_NAME.test(host)) return false;
  return !PRIVATE_ENDINGS.some((ending) => host.endsWith(`.${ending}`));
}

/**
 * Returns whether the server may request a URL that a user entered: https, a public host, no
 * credentials.
 */
export function isPublicAddress(address: string): boolean {
  const url = URL.parse(address);
  if (url === null || url.protocol !== "https:") return false;
  return url.username === "" && url.password === "" && isPublicHost(url.hostname);
}
