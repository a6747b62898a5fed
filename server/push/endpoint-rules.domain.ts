/**
 * Where push messages may be sent. An endpoint is an address that a visitor names and our server
 * calls, so it must lead to a push service of a browser and nowhere else: an allow-list of
 * names leaves no room for private addresses, however they are written or resolved.
 */

/** Push services of the browsers, and the suffixes of those with many hosts. */
const SERVICE_HOSTS: ReadonlySet<string> = new Set([
  "fcm.googleapis.com",
  "updates.push.services.mozilla.com",
  "web.push.apple.com",
]);
const SERVICE_SUFFIXES = [
  ".push.services.mozilla.com",
  ".push.apple.com",
  ".notify.windows.com",
] as const;

export type EndpointRules = {
  /** Further hosts that the operator trusts. */
  extraHosts: readonly string[];
  /** Tests only: also http://127.0.0.1 on any port. */
  allowsLoopback: boolean;
};

const LONGEST_ENDPOINT = 1_000;

/** Whether an address is a push service's, over TLS on its usual port. */
export function isPushEndpoint(address: string, rules: EndpointRules): boolean {
  if (address.length > LONGEST_ENDPOINT || !URL.canParse(address)) return false;
  const url = new URL(address);
  if (url.username !== "" || url.password !== "") return false;
  if (rules.allowsLoopback && url.protocol === "http:" && url.hostname === "127.0.0.1") return true;
  if (url.protocol !== "https:" || url.port !== "") return false;
  const { hostname } = url;
  return (
    SERVICE_HOSTS.has(hostname) ||
    rules.extraHosts.includes(hostname) ||
    SERVICE_SUFFIXES.some((suffix) => hostname.endsWith(suffix))
  );
}
