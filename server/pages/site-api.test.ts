import * as v from "valibot";
import { expect, test } from "vitest";
import { siteMinistry } from "#server/settings/site-state.ts";
import { channelNamed } from "#shared/live/channels.ts";
import { phoneSiteSchema, siteFactsSchema } from "#shared/contracts/site.ts";
import type { ChannelSource } from "#shared/site/ministry.ts";
import { testMinistry } from "#tests/support/ministry-fixture.ts";
import { createSiteApi } from "./open-pages.ts";

const ministry = testMinistry();
const api = createSiteApi({
  revision: "a1b2c3d4",
  siteUrl: "https://tv.example.org",
  backendUrl: "",
  publishableKey: "sb_publishable_test",
  embedOrigin: "",
  hasWorker: true,
  hasReminders: true,
  ministry: siteMinistry(ministry),
  channelPosters: { english: "/img/clip/one", french: "/img/clip/two" },
});

test("GET /api/site says what a page knows about the site, to everybody", async () => {
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

test("the answer is what a page and the phone app read, and nothing besides", async () => {
  const sent: unknown = await (await api.request("/api/site")).json();
  expect(v.parse(siteFactsSchema, sent)).toEqual(sent);
  expect(sent).toMatchObject(v.parse(phoneSiteSchema, sent));
});

test("where a channel's pictures come from stays on the server", async () => {
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

test.each(SOURCES)("a page knows whose player shows a channel of %j", (source, host) => {
  const { channels } = siteMinistry(testMinistry({ english: source }));
  const english = channelNamed(channels, "english");
  expect(english.providerHost).toBe(host);
  expect(english.isLinear).toBe(source.kind === "linear");
});

test("an unchanged answer costs a 304", async () => {
  const first = await api.request("/api/site");
  const etag = first.headers.get("etag") ?? "";
  const second = await api.request("/api/site", { headers: { "if-none-match": etag } });
  expect(second.status).toBe(304);
});
