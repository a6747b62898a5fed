import { MINUTE_MS } from "../runtime/durations.ts";

/** Addresses that a minute holds; whoever comes after them waits for the next one. */
const ADDRESSES_LIMIT = 50_000;

/** Counts one more of a network in this minute; false when that is one too many. */
export type AddressCount = (network: string) => boolean;

/**
 * A limit per network that is kept in memory for the minute and then forgotten with all its networks.
 *
 * @param limit how often a network may come within a minute.
 * @param now clock; milliseconds since the epoch.
 */
export function createAddressCount(limit: number, now: () => number): AddressCount {
  let minute = Number.NaN;
  let counts = new Map<string, number>();
  return (network) => {
    const current = Math.floor(now() / MINUTE_MS);
    if (current !== minute) counts = new Map();
    minute = current;
    const count = (counts.get(network) ?? 0) + 1;
    if (count > limit || (count === 1 && counts.size >= ADDRESSES_LIMIT)) return false;
    counts.set(network, count);
    return true;
  };
}

/** Who shares a limit: an IPv4 address, or the first four groups of an IPv6 one. */
export function networkOf(address: string): string {
  if (!address.includes(":")) return address;
  const [head = "", tail = ""] = address.split("::");
  const left = head === "" ? [] : head.split(":");
  const right = tail === "" ? [] : tail.split(":");
  const missing = address.includes("::") ? 8 - left.length - right.length : 0;
  const groups = [...left, ...Array.from({ length: Math.max(0, missing) }, () => "0"), ...right];
  return groups.slice(0, 4).join(":");
}
