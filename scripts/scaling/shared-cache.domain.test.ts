import { describe, expect, it } from "vitest";
import { CACHE, PAGE_AT_CDN } from "#server/http/cache-policy.ts";
import { cachePolicy, playThroughCaches, type Resource } from "./shared-cache.domain.ts";

const read = (cacheControl: string | null, cdnCacheControl: string | null = null) =>
  cachePolicy({ cacheControl, cdnCacheControl });

describe("what a CDN may keep", () => {
  it.each([
    [CACHE.page, { freshS: 30, staleS: 600 }],
    [CACHE.immutable, { freshS: 31_536_000, staleS: 0 }],
    [CACHE.minutes, { freshS: 300, staleS: 86_400 }],
    [CACHE.session, null],
    [CACHE.none, null],
    [CACHE.checked, null],
    [null, null],
    ["public, max-age=1, stale-while-revalidate=2", { freshS: 1, staleS: 2 }],
    ["garbage", { freshS: 0, staleS: 0 }],
  ])("of %j is %j", (header, policy) => {
    expect(read(header)).toEqual(policy);
  });

  it("goes by its own header", () => {
    expect(read(CACHE.none, PAGE_AT_CDN)).toEqual({ freshS: 30, staleS: 600 });
  });
});

describe("caches before the server", () => {
  const page: Resource = {
    name: "page",
    policy: { freshS: 30, staleS: 600 },
    bytes: 1,
    everyS: null,
    addressS: null,
  };
  const minute = (count: number): number[] => Array<number>(60).fill(count);

  it("ask once for what many ask them, and again when it is old", () => {
    const load = playThroughCaches(page, [minute(100), minute(100)]);
    expect(load).toMatchObject({ requests: 12_000, atServer: 4, peakPerS: 2 });
  });

  it("ask for each new address", () => {
    const segment = { ...page, policy: { freshS: 1_000, staleS: 0 }, addressS: 5 };
    expect(playThroughCaches(segment, [minute(10)]).atServer).toBe(12);
  });

  it("pass on what nobody may keep, and ask nothing where nobody asks", () => {
    expect(playThroughCaches({ ...page, policy: null }, [minute(3)]).atServer).toBe(180);
    expect(playThroughCaches(page, [minute(0)])).toMatchObject({ requests: 0, atServer: 0 });
    expect(playThroughCaches(page, [])).toMatchObject({ atServer: 0, peakPerS: 0 });
  });
});
