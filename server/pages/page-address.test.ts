import { describe, expect, it } from "vitest";
import { pageKey } from "./page-key.ts";

const keyOf = (path: string) => pageKey(new URL(path, "http://site.test"));

describe("pageKey", () => {
  it("ignores unknown parameters, so that they cannot fill the cache", () => {
    expect(keyOf("/live-tv?utm_source=x&a=1")).toBe(keyOf("/live-tv"));
  });

  it("keeps languages, pages and channels apart", () => {
    const keys = ["/", "/fr", "/live-tv", "/live-tv?channel=french", "/videos/music?page=2"].map(
      keyOf,
    );
    expect(new Set(keys).size).toBe(keys.length);
  });

  it.each([
    "/videos/music?q=grace",
    "/videos/music?page=0",
    "/videos/music?page=99999",
    "/videos/music?page=two",
    "/videos/music?v=AAAAAAAAAA1",
    "/live-tv?channel=klingon",
    "/bible?version=xyz",
    "/bible?book=hezekiah&chapter=1",
    "/bible?version=kjv&book=john&chapter=999",
    "/fr/bible?book=john&chapter=0",
    "/devotional?day=31",
  ])("does not keep %s", (path) => {
    expect(keyOf(path)).toBeNull();
  });

  it("keeps chapters of the Bible apart, and only on their page", () => {
    const john3 = keyOf("/bible?version=kjv&book=john&chapter=3");
    expect(john3).not.toBe(keyOf("/bible?version=kjv&book=john&chapter=4"));
    expect(john3).not.toBe(keyOf("/bible?version=niv&book=john&chapter=3"));
    expect(john3).toBe(keyOf("/bible?chapter=3&book=john&version=kjv&verse=16"));
    expect(keyOf("/live-tv?book=john&chapter=3")).toBe(keyOf("/live-tv"));
  });

  it("keeps the days of the devotional apart, and only on its page", () => {
    expect(keyOf("/devotional?day=5")).not.toBe(keyOf("/devotional?day=6"));
    expect(keyOf("/live-tv?day=5")).toBe(keyOf("/live-tv"));
  });

  it("treats an empty search as none", () => {
    expect(keyOf("/videos/music?q=")).toBe(keyOf("/videos/music"));
  });
});
