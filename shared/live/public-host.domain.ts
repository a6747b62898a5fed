/** Names that lead nowhere but into somebody's own network. */
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
 * A host name as a content policy takes it, for example "player.example.org": at least two parts, the last of letters
 * or punycode, which an address of numbers never has.
 */
export const HOST_NAME =
  /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{0,57}[a-z0-9])$/;

/**
 * Whether a host is one that everybody may reach by its name. Addresses of numbers, in every spelling
 * that an URL may have, names of one part and those of private networks are not.
 *
 * @param host as `URL.hostname` gives it, in small letters.
 */
export function isPublicHost(host: string): boolean {
  if (!HOST_NAME.test(host)) return false;
  return !PRIVATE_ENDINGS.some((ending) => host.endsWith(`.${ending}`));
}

/**
 * Whether an address may be asked for on behalf of somebody who typed it: https, a public host, nobody's
 * password in it.
 */
export function isPublicAddress(address: string): boolean {
  const url = URL.parse(address);
  if (url === null || url.protocol !== "https:") return false;
  return url.username === "" && url.password === "" && isPublicHost(url.hostname);
}
