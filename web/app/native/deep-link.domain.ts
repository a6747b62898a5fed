import { repairedAddress } from "#shared/site/canonical-address.domain.ts";
import { carriesSession } from "#web/lib/session/needs-session.ts";

type DeepLinkTargets = {
  /** Origins whose pages the app shows. */
  origins: readonly string[];
  /** The app's own scheme, for example "tv.reign.app". */
  scheme: string;
};

/**
 * Returns the app path, with search and fragment, of a URL, or null. `https://site/live-tv` and
 * `tv.reign.app://live-tv` are the same page. Any app may send a URL of the scheme, so those never
 * bring a session.
 */
export function deepLinkPath(address: string, { origins, scheme }: DeepLinkTargets): string | null {
  const url = parseAddress(address);
  if (!url) return null;
  const { protocol, host, origin, hash } = url;
  const { pathname, search } = repairedAddress(url);
  if (protocol === `${scheme}:`) {
    // Web views before Chromium 130 parse "//live-tv" as the path of such a URL.
    const path = `/${host}${pathname}`.replace(/\/+/g, "/");
    return carriesSession(search) || isFile(path) ? null : `${path}${search}`;
  }
  if (!origins.includes(origin) || isFile(pathname)) return null;
  return `${pathname}${search}${hash}`;
}

/**
 * Returns true for the path of a file, which the server has and the app does not: `/calendar.ics`.
 */
export function isFile(path: string): boolean {
  return /\.[a-z0-9]+$/i.test(path);
}

function parseAddress(address: string): URL | null {
  try {
    return new URL(address);
  } catch {
    return null;
  }
}
