import { afterEach, describe, expect, it, vi } from "vitest";
import { CATEGORIES, playlistOf } from "#shared/videos/categories.ts";
import { LANGUAGES, localisedPath } from "#shared/languages.ts";
import { CATALOGUE } from "#shared/messages/catalogue.ts";
import { testSite } from "#tests/support/site-fixture.ts";
import { playlistQuery, videoQuery } from "#web/features/videos/playlist.data.ts";
import { createQueryClient } from "#web/lib/http/query-client.ts";
import { structuredDataOf } from "./structured-data.ts";

const VIDEO = {
  id: "clip-one",
  title: "Grace",
  description: "",
  thumbnail: "/img/clip/clip-one",
  duration: "1:02:03",
  viewCount: "",
  publishedAt: "2026-11-01T00:00:00.000Z",
};

/** Paths of this site's own pages that the data of one page names, without origin and query. */
function pagesNamedBy(path: string, language: (typeof LANGUAGES)[number]): string[] {
  const site = testSite({ language, messages: CATALOGUE[language] });
  const queryClient = createQueryClient("server");
  for (const { id } of CATEGORIES) {
    const { queryKey } = playlistQuery(site.api, playlistOf(site.ministry, id));
    queryClient.setQueryData(queryKey, { videos: [VIDEO] });
  }
  const url = new URL(localisedPath(path, language), site.siteUrl);
  const text = JSON.stringify(structuredDataOf(site, queryClient, url));
  const addresses = [...text.matchAll(/"url":"([^"]+)"/g)].map(([, address = ""]) => address);
  return addresses.map((address) => new URL(address).pathname);
}

describe.each(LANGUAGES)("structured data in %s", (language) => {
  it.each(["/", "/live-tv", ...CATEGORIES.map(({ path }) => path)])(
    "of %s names the URLs of its own language",
    (path) => {
      const pages = pagesNamedBy(path, language);
      expect(pages).toContain(localisedPath(path, language));
      const isOwn = (page: string) => page.startsWith("/fr") === (language === "fr");
      expect(pages.filter((page) => !isOwn(page))).toEqual([]);
    },
  );
});

describe("of services that differ from the weekly schedule", () => {
  afterEach(() => vi.useRealTimers());

  it("says which service is cancelled and when a moved one would have been", () => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-11-23T12:00:00Z") });
    const { ministry } = testSite();
    const exceptions = [
      { serviceId: "thursday", date: "2026-11-26", kind: "cancelled" as const },
      { serviceId: "sunday", date: "2026-11-29", kind: "moved" as const, newStart: "11:30" },
    ];
    const site = testSite({
      ministry: { ...ministry, services: { ...ministry.services, exceptions } },
    });
    const url = new URL("/live-tv", site.siteUrl);
    const facts = structuredDataOf(site, createQueryClient("server"), url).map((data) =>
      ["startDate", "eventStatus", "previousStartDate"].map((name) => Reflect.get(data, name)),
    );
    expect(facts[0]).toEqual([
      "2026-11-29T10:30:00.000Z",
      "https://schema.org/EventRescheduled",
      "2026-11-29T09:00:00.000Z",
    ]);
    expect(facts[1]).toEqual(["2026-12-03T15:00:00.000Z", undefined, undefined]);
    expect(facts.at(-1)).toEqual([
      "2026-11-26T15:00:00.000Z",
      "https://schema.org/EventCancelled",
      undefined,
    ]);
  });
});

it("of a URL with a video describes that video, on Home next to the ministry", () => {
  const site = testSite();
  const queryClient = createQueryClient("server");
  const { queryKey } = videoQuery(site.api, [], VIDEO.id);
  queryClient.setQueryData(queryKey, { video: VIDEO, playlistId: "list" });
  const kindsAt = (address: string) =>
    structuredDataOf(site, queryClient, new URL(address, site.siteUrl)).map((data) => [
      Reflect.get(data, "@type"),
      Reflect.get(data, "name"),
    ]);
  expect(kindsAt(`/?v=${VIDEO.id}`)).toEqual([
    ["Organization", site.ministry.name],
    ["VideoObject", VIDEO.title],
  ]);
  expect(kindsAt("/?v=clip-of-nobody")).toEqual([["Organization", site.ministry.name]]);
  expect(kindsAt(`/videos/testimonies?v=${VIDEO.id}`)).toEqual([["VideoObject", VIDEO.title]]);
});

it("of an open video names its chapters, each with its own URL", () => {
  const site = testSite();
  const queryClient = createQueryClient("server");
  const description = "Sung live.\n0:00 Welcome\n5:10 Worship\n1:00:30 The word";
  queryClient.setQueryData(videoQuery(site.api, [], VIDEO.id).queryKey, {
    video: { ...VIDEO, description },
    playlistId: "list",
  });
  const url = new URL(`/videos/testimonies?v=${VIDEO.id}`, site.siteUrl);
  const [data] = structuredDataOf(site, queryClient, url);
  const page = `${site.siteUrl}/videos/testimonies?v=${VIDEO.id}`;
  expect(data).toMatchObject({
    duration: "PT3723S",
    url: page,
    hasPart: [
      { "@type": "Clip", name: "Welcome", startOffset: 0, endOffset: 310, url: `${page}&t=0` },
      { name: "Worship", startOffset: 310, endOffset: 3_630, url: `${page}&t=310` },
      { name: "The word", startOffset: 3_630, endOffset: 3_723, url: `${page}&t=3630` },
    ],
  });
});

it("of a video without chapters names no chapters", () => {
  const site = testSite();
  const queryClient = createQueryClient("server");
  const { queryKey } = videoQuery(site.api, [], VIDEO.id);
  queryClient.setQueryData(queryKey, { video: VIDEO, playlistId: "list" });
  const [, data] = structuredDataOf(site, queryClient, new URL(`/?v=${VIDEO.id}`, site.siteUrl));
  expect(data).not.toHaveProperty("hasPart");
});
