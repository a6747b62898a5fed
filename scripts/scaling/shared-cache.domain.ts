/** What an answer allows a cache between the server and its visitors (RFC 9111, RFC 5861). */
export type CachePolicy = {
  /** Seconds for which it may be sent as it is; 0: for none. */
  readonly freshS: number;
  /** Seconds after these in which it may be sent while the next one is fetched. */
  readonly staleS: number;
};

/**
 * Reads what an answer's headers allow. A CDN goes by `CDN-Cache-Control` where there is one (RFC 9213).
 *
 * @returns null where no such cache may keep the answer.
 */
export function cachePolicy(headers: {
  readonly cacheControl: string | null;
  readonly cdnCacheControl: string | null;
}): CachePolicy | null {
  const parts = (headers.cdnCacheControl ?? headers.cacheControl ?? "no-store")
    .split(",")
    .map((part) => part.trim().toLowerCase());
  if (parts.some((part) => /^(?:private|no-store|no-cache)\b/.test(part))) return null;
  const seconds = (name: string): number | null => {
    const found = parts.find((part) => part.startsWith(`${name}=`));
    return found === undefined ? null : Number(found.slice(name.length + 1));
  };
  const freshS = seconds("s-maxage") ?? seconds("max-age") ?? 0;
  return { freshS, staleS: seconds("stale-while-revalidate") ?? 0 };
}

/** What is asked for under one address, or under one that is new every so often. */
export type Resource = {
  readonly name: string;
  readonly policy: CachePolicy | null;
  readonly bytes: number;
  /** Seconds from one request of a visitor to the next; null: once, at arrival. */
  readonly everyS: number | null;
  /** Seconds after which the address is another one, as with the segments of a channel; null: never. */
  readonly addressS: number | null;
};

/** How much one resource asks of the server behind the caches, second by second. */
export type Load = {
  readonly name: string;
  readonly requests: number;
  readonly atServer: number;
  /** The second with the most requests at the server, and how many these are. */
  readonly peakPerS: number;
};

/**
 * Plays a resource's requests through caches that know nothing of each other. A cache asks the server once
 * for what many ask it at the same time.
 *
 * @param demand how many requests come to each cache in each second, `demand[cache][second]`.
 */
export function playThroughCaches(
  resource: Resource,
  demand: readonly (readonly number[])[],
): Load & { readonly perSecond: readonly number[] } {
  const perSecond: number[] = [];
  let requests = 0;
  for (const cache of demand) {
    let fetchedS = -Infinity;
    for (const [second, count] of cache.entries()) {
      perSecond[second] ??= 0;
      if (count === 0) continue;
      requests += count;
      const asked = askedOfServer(resource, { second, count, fetchedS });
      if (asked > 0) fetchedS = second;
      perSecond[second] = (perSecond[second] ?? 0) + asked;
    }
  }
  const atServer = perSecond.reduce((sum, count) => sum + count, 0);
  return {
    name: resource.name,
    requests,
    atServer,
    peakPerS: Math.max(0, ...perSecond),
    perSecond,
  };
}

function askedOfServer(
  { policy, addressS }: Resource,
  { second, count, fetchedS }: { second: number; count: number; fetchedS: number },
): number {
  if (policy === null) return count;
  const isNewAddress =
    addressS !== null && Math.floor(second / addressS) !== Math.floor(fetchedS / addressS);
  const ageS = second - fetchedS;
  return isNewAddress || ageS >= Math.max(1, policy.freshS) ? 1 : 0;
}
