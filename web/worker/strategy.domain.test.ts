import { describe, expect, it } from "vitest";
import {
  isData,
  isFinalImage,
  mayKeep,
  movedTo,
  pageKey,
  type RequestInfo,
  strategyOf,
} from "./strategy.domain.ts";

const SITE = "https://tv.example.org";
const ORIGINS = { site: SITE, backend: "" };

function request(path: string, facts: Partial<RequestInfo> = {}): RequestInfo {
  const url = new URL(path, SITE);
  return {
    method: "GET",
    url,
    destination: "",
    isNavigation: false,
    isAuthorized: false,
    isRange: false,
    ...facts,
  };
}

const document = { destination: "document", isNavigation: true };
const frame = { destination: "iframe", isNavigation: true };
const post = { method: "POST" };

describe("the service worker caches", () => {
  it.each([
    ["page", request("/", document)],
    ["page", request("/fr/bible?book=john", document)],
    ["page", request("/devotional/2026/11/21", document)],
    ["page", request("/no-such-page", document)],
    ["asset", request("/assets/app-abc.js")],
    ["picture", request("/img/clip/x/480", { destination: "image" })],
    ["kept", request("/media/clips/a.m4a?v=1&kept", { destination: "audio", isRange: true })],
    ["data", request("/api/bible/John%203?translation=kjv")],
    ["data", request("/functions/v1/youtube-playlist-videos?playlistId=library-music&limit=5")],
  ] as const)("as %s", (strategy, facts) => {
    expect(strategyOf(facts, ORIGINS)).toBe(strategy);
  });

  it.each([
    ["sessions", request("/auth/v1/user")],
    ["a sign-in", request("/auth/v1/token?grant_type=password", post)],
    ["the database", request("/rest/v1/profiles?select=*")],
    ["stored files", request("/storage/v1/object/authenticated/avatars/a.png")],
    ["an account's export", request("/functions/v1/account-export", post)],
    ["the speech function", request("/functions/v1/tts", post)],
    ["push subscriptions", request("/api/push")],
    ["the live status", request("/api/live")],
    ["a search", request("/api/bible/v1/search?q=love")],
    ["video", request("/media/clips/a/720.m4s", { destination: "video" })],
    ["media that is not kept", request("/media/clips/a.m4a?v=1", { isRange: true })],
    ["a kept address elsewhere", request("/api/x?kept")],
    ["a range", request("/img/clip/x/480", { isRange: true })],
    ["another site", request("https://other.example/img/a/1")],
    [
      "playlists with a session",
      request("/functions/v1/youtube-playlist-videos", { isAuthorized: true }),
    ],
    ["a Refresh", request("/functions/v1/youtube-playlist-videos", post)],
    ["a chapter with a session", request("/api/bible/John%203", { isAuthorized: true })],
    ["a write", request("/api/bible/John%203", { method: "PUT" })],
  ])("nothing of %s", (_what, facts) => {
    expect(strategyOf(facts, ORIGINS)).toBeNull();
  });

  it.each([
    ["a mail's link", request("/auth/v1/verify?token=a&type=recovery", document)],
    ["the calendar", request("/calendar.ics", document)],
    ["a page in a frame", request("/live-tv", frame)],
    ["a video of its own", request("/media/clips/a/720.mp4", { ...document, isRange: true })],
  ])("nothing of %s, but passes on its preload", (_what, facts) => {
    expect(strategyOf(facts, ORIGINS)).toBe("passed");
  });

  it.each([
    ["a player's frame", request("/embed/channel/english", frame)],
    ["a platform's player", request("/embed/yt/AAAAAAAAAA1?hl=fr", frame)],
    ["a player of its own", request("/embed/clip/one", document)],
    ["the page for old televisions", request("/fr/tv", document)],
  ])("nothing of %s, but shows the reason when it fails", (_what, facts) => {
    expect(strategyOf(facts, ORIGINS)).toBe("player");
  });

  it("playlists of an external backend, and not of this site then", () => {
    const elsewhere = { site: SITE, backend: "https://x.supabase.co" };
    const path = "/functions/v1/youtube-playlist-videos";
    expect(strategyOf(request(`https://x.supabase.co${path}`), elsewhere)).toBe("data");
    expect(strategyOf(request(path), elsewhere)).toBeNull();
  });

  it.each([
    ["/live-tv?channel=french&utm_source=x", "/live-tv?channel=french"],
    ["/fr", "/fr"],
    ["/bible?version=kjv&book=john&chapter=3", "/bible?version=kjv&book=john&chapter=3"],
    ["/videos/sermons?q=hope", null],
    ["/?v=clip-1", null],
    ["/auth/reset?code=secret", null],
    ["/?code=secret", null],
    ["/devotional/2026/11/23?preview=secret", null],
    ["/profile", null],
    ["/fr/watch-history", null],
    ["/studio", null],
    ["/fr/studio/channels/english", null],
  ])("the page %s under %s", (path, key) => {
    expect(pageKey(new URL(path, SITE))).toBe(key);
  });

  it.each([
    ["/fr/", "/fr"],
    ["/fr/live-tv/?channel=french", "/fr/live-tv?channel=french"],
    ["//Live-TV", "/live-tv"],
    ["/", null],
    ["/fr/live-tv?channel=french", null],
    ["/?", null],
  ])("redirects %s to %s, as the server does", (path, to) => {
    expect(movedTo(new URL(SITE + path))).toBe(to);
  });

  const answer = (headers: Record<string, string>, status = 200) => ({
    status,
    type: "basic" as const,
    headers: new Headers(headers),
  });
  it.each([
    [answer({ "cache-control": "no-cache" }), true],
    [answer({ "cache-control": "public, max-age=30" }), true],
    [answer({}), true],
    [answer({ "cache-control": "private, no-store" }), false],
    [answer({ "cache-control": "no-store" }), false],
    [answer({ "set-cookie": "a=b" }), false],
    [answer({}, 404), false],
    [answer({}, 206), false],
    [{ ...answer({}), type: "opaque" as const }, false],
  ])("public responses: case %#", (response, isKept) => {
    expect(mayKeep(response)).toBe(isKept);
  });

  it.each([
    [200, "application/json; charset=utf-8", true],
    [200, "text/html", false],
    [404, "text/html", true],
    [429, "application/json", false],
    [502, "text/html", false],
  ])("a response %i of %s is data: %s", (status, type, isIt) => {
    expect(isData(answer({ "content-type": type }, status))).toBe(isIt);
  });

  it("final images only", () => {
    const headers = (control: string) => new Headers({ "cache-control": control });
    expect(isFinalImage(headers("public, max-age=2592000"))).toBe(true);
    expect(isFinalImage(headers("public, max-age=3600"))).toBe(false);
    expect(isFinalImage(new Headers())).toBe(false);
  });
});
