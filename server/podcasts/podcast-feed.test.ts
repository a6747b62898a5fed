import { XMLParser, XMLValidator } from "fast-xml-parser";
import { assert, constantFrom, property, string } from "fast-check";
import { describe, expect, it } from "vitest";
import {
  chaptersJson,
  type Podcast,
  type PodcastEpisode,
  podcastXml,
} from "./podcast-feed.domain.ts";

const EPISODE: PodcastEpisode = {
  guid: "own-4kq2x7",
  title: "Faith that moves",
  description: "A sermon on Hebrews 11.\nSunday service.",
  link: "https://reign.example/video-categories/sermons?v=own-4kq2x7",
  publishedAtMs: Date.UTC(2026, 10, 22, 9, 30),
  seconds: 3_541.6,
  enclosure: {
    url: "https://reign.example/podcast/episodes/own-4kq2x7.m4a",
    bytes: 15_234_567,
    type: "audio/x-m4a",
  },
  speaker: "Pastor Ruth",
  chapters: "https://reign.example/podcast/episodes/own-4kq2x7.json",
  transcript: { url: "https://reign.example/media/own/own-4kq2x7/captions.en.vtt", language: "en" },
};
const PODCAST: Podcast = {
  guid: "3f2b8c1e-0d5a-5f8e-9a70-1c2d3e4f5a6b",
  language: "en",
  title: "Sermons – Reign TV",
  description: "Sermons of Reign TV.",
  author: "Reign TV",
  email: "hello@reign.example",
  copyright: "© Reign TV",
  link: "https://reign.example/podcasts",
  self: "https://reign.example/podcast/sermons.en.xml",
  cover: "https://reign.example/podcast/sermons.en.jpg",
  funding: { url: "https://give.example/?a=1&b=2", label: "Donate" },
  category: ["Religion & Spirituality", "Christianity"],
  live: [],
  episodes: [EPISODE],
};

/** Elements as arrays, attributes with "@". */
const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: "@",
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
  isArray: (name) => name === "item",
  processEntities: true,
});

// oxlint-disable-next-line typescript/no-explicit-any
type Element = any;

function read(podcast: Podcast): { channel: Element; items: Element[]; rss: Element } {
  const xml = podcastXml(podcast);
  expect(XMLValidator.validate(xml)).toBe(true);
  const { rss } = parser.parse(xml);
  return { rss, channel: rss.channel, items: rss.channel.item ?? [] };
}

/** The checklist of PSP-1 (2023-08) and of Apple's requirements. */
describe("the podcast standard", () => {
  const { rss, channel, items } = read(PODCAST);

  it("is RSS 2.0 with the namespaces that it names", () => {
    expect(rss["@version"]).toBe("2.0");
    expect(rss["@xmlns:itunes"]).toBe("http://www.itunes.com/dtds/podcast-1.0.dtd");
    expect(rss["@xmlns:podcast"]).toBe("https://podcastindex.org/namespace/1.0");
    expect(rss["@xmlns:atom"]).toBe("http://www.w3.org/2005/Atom");
  });

  it("has every required element of the channel", () => {
    expect(channel["atom:link"]).toMatchObject({
      "@href": PODCAST.self,
      "@rel": "self",
      "@type": "application/rss+xml",
    });
    expect(channel.title).toBe(PODCAST.title);
    expect(channel.description).toBe(PODCAST.description);
    expect(channel.link).toBe(PODCAST.link);
    expect(channel.language).toMatch(/^[a-z]{2}$/);
    expect(channel["itunes:category"]).toEqual({
      "@text": "Religion & Spirituality",
      "itunes:category": { "@text": "Christianity" },
    });
    expect(channel["itunes:explicit"]).toBe("false");
    expect(channel["itunes:image"]["@href"]).toMatch(/^https:.*\.(?:jpg|png)$/);
  });

  it("has every recommended element of the channel", () => {
    expect(channel["podcast:locked"]).toEqual({ "#text": "yes", "@owner": PODCAST.email });
    expect(channel["podcast:guid"]).toMatch(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    expect(channel["itunes:author"]).toBe(PODCAST.author);
    expect(channel["itunes:owner"]["itunes:email"]).toBe(PODCAST.email);
    expect(channel["podcast:funding"]).toEqual({
      "#text": "Donate",
      "@url": "https://give.example/?a=1&b=2",
    });
    expect(channel.copyright).toBe(PODCAST.copyright);
    expect(channel["itunes:type"]).toBe("episodic");
    expect(channel["podcast:medium"]).toBe("podcast");
  });

  it("has every required and recommended element of an item", () => {
    const [item] = items;
    expect(item.title).toBe(EPISODE.title);
    expect(item.enclosure).toEqual({
      "@url": EPISODE.enclosure.url,
      "@length": "15234567",
      "@type": "audio/x-m4a",
    });
    expect(item.enclosure["@url"]).toMatch(/\.m4a$/);
    expect(item.guid).toEqual({ "#text": EPISODE.guid, "@isPermaLink": "false" });
    expect(item.link).toBe(EPISODE.link);
    expect(item.pubDate).toBe("Sun, 22 Nov 2026 09:30:00 GMT");
    expect(item.description).toBe(EPISODE.description);
    expect(item["itunes:duration"]).toBe("3542");
    expect(item["itunes:explicit"]).toBe("false");
    expect(item["podcast:person"]).toBe("Pastor Ruth");
    expect(item["podcast:chapters"]["@type"]).toBe("application/json+chapters");
    expect(item["podcast:transcript"]).toEqual({
      "@url": EPISODE.transcript?.url,
      "@type": "text/vtt",
      "@language": "en",
    });
  });

  it("has no element without a value, and describes an episode by its title if it has no text", () => {
    const { speaker: _s, chapters: _c, transcript: _t, ...plain } = EPISODE;
    const { funding: _f, ...podcast } = PODCAST;
    const bare = read({ ...podcast, episodes: [{ ...plain, description: "" }] });
    expect(bare.items[0].description).toBe(EPISODE.title);
    expect(Object.keys(bare.items[0])).not.toContain("podcast:person");
    expect(Object.keys(bare.channel)).not.toContain("podcast:funding");
    expect(podcastXml({ ...podcast, episodes: [] })).not.toMatch(/<([\w:]+)><\/\1>/);
  });
});

/** Parts of markup, and what XML cannot carry. */
const HOSTILE = [
  ...Array.from("<>&\"'/=-![]? \n\r\tax"),
  "]]>",
  "<![CDATA[",
  "&#0;",
  "\u0000",
  "\u001b",
  "\uFFFE",
  "\uD83D",
  "\uDE00",
  "é",
];

describe("texts of a feed", () => {
  it.each([
    ["the end of a CDATA section", "a ]]> b", "a ]]> b"],
    ["markup", "<b>a</b> & \"c\" 'd'", "<b>a</b> & \"c\" 'd'"],
    ["control characters and a lone surrogate", "a\u0000\u0008b\uD800", "ab\uFFFD"],
    ["blanks at the ends and line breaks", "  a\n b ", "a b"],
  ])("carry %s", (_name, title, expected) => {
    expect(read({ ...PODCAST, title }).channel.title).toBe(expected);
  });

  it("are at most as long as directories accept", () => {
    const { channel } = read({
      ...PODCAST,
      title: "é".repeat(300),
      description: "é".repeat(3_000),
    });
    expect([...channel.title]).toHaveLength(255);
    expect(Buffer.byteLength(channel.description)).toBe(4_000);
  });

  it("are well formed for any text", () => {
    assert(
      property(string({ unit: constantFrom(...HOSTILE) }), (text) => {
        const episode = { ...EPISODE, title: text, description: text, speaker: `x${text}` };
        const { items } = read({ ...PODCAST, title: text, episodes: [episode] });
        expect(items).toHaveLength(1);
      }),
      { numRuns: 50 },
    );
  });
});

it("chapters follow JSON Chapters 1.2", () => {
  expect(
    JSON.parse(
      chaptersJson([
        { at: 0, title: "Welcome" },
        { at: 61.5, title: "Word" },
      ]),
    ),
  ).toEqual({
    version: "1.2.0",
    chapters: [
      { startTime: 0, title: "Welcome" },
      { startTime: 61.5, title: "Word" },
    ],
  });
});
