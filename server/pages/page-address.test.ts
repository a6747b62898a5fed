import { describe, expect, it, vi } from "vitest";
import { readPageAddress } from "./page-address.ts";

const PAGES =
  /^(?:\/fr)?(?:\/(?:live-tv|videos\/music|bible|devotional|auth\/reset|profile|studio\/log)?)?$/;

const CHANNELS = ["english", "french"];

function read(address: string) {
  return readPageAddress(
    new URL(address, "http://site.test"),
    (path) => PAGES.test(path),
    CHANNELS,
  );
}

/** Cache key of a URL; null for a page that is not cached. */
function keyOf(address: string): string | null {
  const found = read(address);
  return found.kind === "page" && found.isCached ? found.address : null;
}

describe("cache key of a page", () => {
  it("ignores unknown parameters, so that they cannot fill the cache", () => {
    expect(keyOf("/live-tv?utm_source=x&a=1")).toBe(keyOf("/live-tv"));
  });

  it("separates languages, pages and channels", () => {
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
    "/videos/music?lang=tlh",
    "/videos/music?year=1066",
    "/videos/music?length=endless",
    "/live-tv?channel=klingon",
    "/bible?version=xyz",
    "/bible?book=hezekiah&chapter=1",
    "/bible?version=kjv&book=john&chapter=999",
    "/fr/bible?book=john&chapter=0",
    "/devotional?day=31",
    "/auth/reset",
    "/fr/auth/reset?code=secret",
  ])("is null for %s", (path) => {
    expect(keyOf(path)).toBeNull();
  });

  it.each([
    ["/videos/music?v=AAAAAAAAAA1&page=2", "AAAAAAAAAA1"],
    ["/?v=clip-grace&t=750", "clip-grace"],
    ["/?v=clip-grace&q=no-parameter-of-home", "clip-grace"],
    ["/videos/music?v=AAAAAAAAAA1&q=grace", null],
    ["/videos/music?page=2", null],
    ["/live-tv?v=AAAAAAAAAA1", null],
  ])("depends at %s on the video %s alone", (address, video) => {
    expect(read(address)).toMatchObject({ cachedForVideo: video });
  });

  it("ignores the start second of a video", () => {
    expect(read("/?v=clip-grace&t=750")).toMatchObject({ address: "/?v=clip-grace" });
  });

  it("separates the filters of a list in any order, and only on its page", () => {
    const filtered = keyOf("/videos/music?lang=fr&year=2026&length=long&page=2");
    expect(filtered).toBe("/videos/music?page=2&lang=fr&year=2026&length=long");
    expect(keyOf("/videos/music?length=long&year=2026&page=2&lang=fr")).toBe(filtered);
    expect(keyOf("/videos/music?lang=en")).not.toBe(keyOf("/videos/music?lang=fr"));
    expect(keyOf("/live-tv?lang=fr&year=2026")).toBe(keyOf("/live-tv"));
  });

  it("separates chapters of the Bible, and only on their page", () => {
    const john3 = keyOf("/bible?version=kjv&book=john&chapter=3");
    expect(john3).not.toBe(keyOf("/bible?version=kjv&book=john&chapter=4"));
    expect(john3).not.toBe(keyOf("/bible?version=niv&book=john&chapter=3"));
    expect(john3).toBe(keyOf("/bible?chapter=3&book=john&version=kjv&with=lsg"));
    // A shared verse has a title and an image of its own.
    expect(john3).not.toBe(keyOf("/bible?version=kjv&book=john&chapter=3&verse=16"));
    expect(keyOf("/live-tv?book=john&chapter=3")).toBe(keyOf("/live-tv"));
  });

  it("separates days of the devotional, and only on its page", () => {
    expect(keyOf("/devotional?day=5")).not.toBe(keyOf("/devotional?day=6"));
    expect(keyOf("/live-tv?day=5")).toBe(keyOf("/live-tv"));
  });

  it("ignores an empty search", () => {
    expect(keyOf("/videos/music?q=")).toBe(keyOf("/videos/music"));
  });
});

describe("page URL", () => {
  it("passes only path and known parameters to the page", () => {
    expect(read("/fr/videos/music?code=1&v=abc&utm_source=2&q=a%20b&page=3#x")).toMatchObject({
      kind: "page",
      language: "fr",
      address: "/fr/videos/music?page=3&q=a+b&v=abc",
      audience: "all",
    });
    expect(read("/auth/reset?code=1&q=2")).toMatchObject({
      address: "/auth/reset",
      audience: "uncached",
    });
    expect(read("/studio/log?area=staff")).toMatchObject({
      address: "/studio/log",
      isCached: false,
      audience: "uncached",
    });
    expect(read("/fr/profile?q=2")).toMatchObject({ address: "/fr/profile", audience: "session" });
  });

  it.each([
    ["/Live-TV?channel=french", "/live-tv?channel=french"],
    ["//live-tv//", "/live-tv"],
    ["/fr/", "/fr"],
    ["/%6c%49ve%2Dtv", "/live-tv"],
    ["/bible%3Fversion=kjv&amp;book=john", "/bible?version=kjv&book=john"],
    ["/FR/Bible%3fbook%3DJohn%26amp%3Bchapter%3D3", "/fr/bible?book=John&chapter=3"],
    [
      "/bible?version=kjv&amp;book=john&amp;amp;chapter=3",
      "/bible?version=kjv&book=john&chapter=3",
    ],
    ["/bible%3Fbook=john?utm_source=chat", "/bible?book=john&utm_source=chat"],
    ["/live-tv/%3Fchannel=french&AMP%3bv=1", "/live-tv?channel=french&v=1"],
    ["/%3Fv=clip-grace", "/?v=clip-grace"],
    ["/live-tv%3F", "/live-tv"],
    ["/videos/music%3Fq%3D100%2525%2520grace%0D%0A", "/videos/music?q=100%25%20grace%0D%0A"],
  ])("redirects %s to its canonical form", (from, location) => {
    const [path = "", search] = from.split("?");
    const url = { pathname: path, search: search === undefined ? "" : `?${search}` };
    expect(readPageAddress(url, (known) => PAGES.test(known), CHANNELS)).toEqual({
      kind: "moved",
      location,
    });
  });

  it("keeps an escaped character in the search text", () => {
    expect(read("/videos/music?q=salt%26amp%3Blight%3F")).toMatchObject({ kind: "page" });
  });

  it.each([
    "//evil.example",
    "/%2flive-tv",
    "/live-tv%20",
    "/live-tv%zz",
    "/%256cive-tv",
    "/nowhere%3Fv=1",
  ])("rejects %s", (pathname) => {
    const found = readPageAddress({ pathname, search: "" }, (path) => PAGES.test(path), CHANNELS);
    expect(found.kind).toBe("unknown");
  });

  it("looks up no path that cannot be decoded, which the router would log", () => {
    const isPage = vi.fn(() => true);
    const url = { pathname: "/live-tv%zz", search: "" };
    expect(readPageAddress(url, isPage, CHANNELS).kind).toBe("unknown");
    expect(isPage).not.toHaveBeenCalled();
  });
});
