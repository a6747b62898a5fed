import * as v from "valibot";
import { expect, it } from "vitest";
import { parseConfig } from "#server/settings/config.ts";
import { siteFacts, siteMinistry } from "#server/settings/site-state.ts";
import { channelNamed } from "#shared/live/channels.ts";
import { phoneSiteSchema, siteFactsSchema } from "#shared/contracts/site.ts";
import type { ChannelSource } from "#shared/site/ministry.ts";
import { testMinistry } from "#tests/support/ministry-fixture.ts";
import { createSiteApi } from "./open-pages.ts";

const ministry = testMinistry();
const api = createSiteApi(() => ({
  revision: "a1b2c3d4",
  siteUrl: "https://tv.example.org",
  backendUrl: "",
  publishableKey: "sb_publishable_test",
  embedOrigin: "",
  hasWorker: true,
  hasReminders: true,
  ministry: siteMinistry(ministry),
  channelPosters: { english: "/img/clip/one", french: "/img/clip/two" },
}));

it("returns the site data of a page to every client", async () => {
  const response = await api.request("/api/site");
  expect(response.headers.get("access-control-allow-origin")).toBe("*");
  expect(response.headers.get("cache-control")).toContain("public");
  expect(await response.json()).toMatchObject({
    revision: "a1b2c3d4",
    siteUrl: "https://tv.example.org",
    publishableKey: "sb_publishable_test",
    ministry: { name: ministry.name, playlists: ministry.playlists },
  });
});

it("contains exactly the fields that pages and the native app read", async () => {
  const sent: unknown = await (await api.request("/api/site")).json();
  expect(v.parse(siteFactsSchema, sent)).toEqual(sent);
  expect(sent).toMatchObject(v.parse(phoneSiteSchema, sent));
});

it("omits the sources of channels", async () => {
  const { ministry: sent } = await (await api.request("/api/site")).json();
  expect(Object.keys(sent.channels.english)).toEqual([
    "name",
    "language",
    "providerHost",
    "isLinear",
  ]);
});

const SOURCES: readonly [ChannelSource, string | null][] = [
  [{ kind: "linear", lineupId: "english" }, null],
  [{ kind: "hls", url: "https://cdn.example/live.m3u8" }, null],
  [{ kind: "youtube", videoId: "abcdefghijk" }, "www.youtube.com"],
  [
    { kind: "iframe", url: "https://player.example/1", hosts: ["player.example"] },
    "player.example",
  ],
  [
    {
      kind: "script",
      src: "https://js.example/a.js",
      hosts: ["js.example"],
      data: {},
      attributes: {},
    },
    "js.example",
  ],
];

it.each(SOURCES)("names the provider of a channel of %j", (source, host) => {
  const { channels } = siteMinistry(testMinistry({ english: source }));
  const english = channelNamed(channels, "english");
  expect(english.providerHost).toBe(host);
  expect(english.isLinear).toBe(source.kind === "linear");
});

it("counts a channel of broadcasts as linear when a lineup plays between them", () => {
  const ministry = testMinistry({ english: { kind: "ingest" } });
  expect(siteMinistry(ministry).channels["english"]?.isLinear).toBe(false);
  channelNamed(ministry.channels, "english").fallback = { kind: "linear", lineupId: "english" };
  expect(siteMinistry(ministry).channels["english"]?.isLinear).toBe(true);
});

it("responds 304 to a known ETag", async () => {
  const first = await api.request("/api/site");
  const etag = first.headers.get("etag") ?? "";
  const second = await api.request("/api/site", { headers: { "if-none-match": etag } });
  expect(second.status).toBe(304);
});

it("omits later announcements except the time of the next one", () => {
  const at = (from: string, key: string) => ({
    key,
    from,
    severity: "info" as const,
    text: { en: key },
  });
  const announcements = [
    at("2026-12-24T00:00:00Z", "christmas"),
    at("2026-11-29T00:00:00+02:00", "advent"),
    { ...at("2026-11-01T00:00:00Z", "over"), until: "2026-11-02T00:00:00Z" },
    { ...at("2026-11-01T00:00:00Z", "current"), until: "2026-12-01T00:00:00Z" },
  ];
  const factsAt = (now: string) =>
    siteFacts(
      {
        config: parseConfig({}),
        ministry: { ...ministry, announcements },
        posters: { urls: {} },
        web: { workerScript: null },
        now: () => Date.parse(now),
      },
      { url: "", publishableKey: "", database: null },
    );
  const before = factsAt("2026-11-26T00:00:00Z");
  expect(before.ministry.announcements?.map(({ key }) => key)).toEqual(["current"]);
  expect(before.nextAnnouncementAt).toBe("2026-11-29T00:00:00+02:00");
  const begun = factsAt("2026-11-28T22:00:00Z");
  expect(begun.ministry.announcements?.map(({ key }) => key)).toEqual(["advent", "current"]);
  expect(begun.revision).not.toBe(before.revision);
  expect(factsAt("2026-12-25T00:00:00Z").nextAnnouncementAt).toBeUndefined();
});
