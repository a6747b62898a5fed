import { resolve } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { loadLibrary, type MediaLibrary } from "#server/media/library.ts";
import type { ChannelSource } from "#shared/site/ministry.ts";
import type { Video } from "#shared/contracts/playlist-videos.ts";
import { testMinistry } from "#tests/support/ministry-fixture.ts";
import { createActiveSource } from "#server/live/active-source.ts";
import { createTvRoutes } from "./tv-routes.ts";

let library: MediaLibrary;
beforeAll(async () => {
  library = await loadLibrary(resolve("media"));
});

const VIDEO: Video = {
  id: "AAAAAAAAAA1",
  title: 'Faith & <b>"Works"</b>',
  description: "",
  thumbnail: "/img/yt/AAAAAAAAAA1",
  duration: "1:02:03",
  viewCount: "12K views",
  publishedAt: "2026-10-04T10:00:00Z",
};

type Options = {
  english?: ChannelSource;
  /** Videos by playlist; an unlisted playlist cannot be read. */
  playlists?: Readonly<Record<string, readonly Video[]>>;
};

async function page({ english, playlists = {} }: Options, path = "/tv") {
  const ministry = testMinistry(english ? { english } : {});
  const app = createTvRoutes({
    ministry: () => ministry,
    activeSource: createActiveSource(() => ministry, { of: () => null }),
    config: {
      siteUrl: "https://tv.example",
      YOUTUBE_EMBED_BASE: "https://www.youtube-nocookie.com",
    },
    library,
    publishableKey: "key",
    channelPosters: () => ({ english: "/img/clip/english", french: "/img/clip/french" }),
    web: {
      assets: {
        appFiles: { core: [], pages: [] },
        styleSheet: "",
        pageStyles: new Map(),
        entry: () => ({ js: "/assets/tv-1.js", imports: [], css: ["/assets/style-1.css"] }),
      },
      development: null,
    },
    transport: (url) => {
      const playlistId = new URL(url, "http://site").searchParams.get("playlistId") ?? "";
      const videos = playlists[playlistId];
      if (!videos) return Promise.reject(new TypeError("The function is away"));
      const fetchedAt = "2026-11-21T12:00:00Z";
      return Promise.resolve(Response.json({ videos, source: "api", fetchedAt, stale: false }));
    },
    now: () => 0,
  });
  const response = await app.request(path);
  return {
    status: response.status,
    policy: response.headers.get("content-security-policy") ?? "",
    html: await response.text(),
  };
}

/** Start tag of the card with this title. */
function cardOf(html: string, title: string): string {
  const tags = html.match(/<a\s[^>]*>/g) ?? [];
  return tags.find((tag) => tag.includes(`data-title="${title}"`)) ?? "";
}

describe("/tv", () => {
  it("has a classic script and style sheet of ours, and nothing inline", async () => {
    const { status, html, policy } = await page({});
    expect(status).toBe(200);
    expect(html).toContain('<script defer src="/assets/tv-1.js"></script>');
    expect(html).toContain('<link rel="stylesheet" href="/assets/style-1.css" />');
    expect(html).not.toMatch(/<script>|<style|\son[a-z]+=|style=/);
    expect(policy).toContain("script-src 'self'; style-src 'self';");
  });

  it("shows both channels even if no list of videos can be read", async () => {
    const { html } = await page({});
    expect(cardOf(html, "Live Stream English")).toContain('data-source="/live/english/index.m3u8"');
    expect(cardOf(html, "Live Stream French")).toContain('data-source="/live/french/index.m3u8"');
    expect(html).not.toContain("Latest videos");
  });

  it("lists the newest of all categories first, each once, then the categories", async () => {
    const videos = [1, 2].map((day) => ({
      ...VIDEO,
      id: `AAAAAAAAAA${day}`,
      title: `Day ${day}`,
      publishedAt: `2026-10-0${day}T10:00:00Z`,
    }));
    const { html } = await page({
      playlists: { "library-sermons": videos, "library-music": videos },
    });
    const titles = [...html.matchAll(/id="row-[\w-]+">([^<]+)</g)].map(([, title]) => title);
    expect(titles).toEqual(["Live channels", "Latest videos", "Sermons", "Music"]);
    const row = html.split('id="row-newest"')[1]?.split("</section>")[0] ?? "";
    expect([...row.matchAll(/data-title="(Day \d)"/g)].map(([, title]) => title)).toEqual([
      "Day 2",
      "Day 1",
    ]);
  });

  it("plays the platform's videos in its no-cookie player, and names the platform beforehand", async () => {
    const { html, policy } = await page({ playlists: { "library-sermons": [VIDEO] } });
    const card = cardOf(html, "Faith &amp; &lt;b&gt;&quot;Works&quot;&lt;/b&gt;");
    expect(card).toContain('data-play="frame"');
    expect(card).toContain("https://www.youtube-nocookie.com/embed/AAAAAAAAAA1?autoplay=1");
    expect(card).toContain("origin=https%3A%2F%2Ftv.example");
    expect(html).toContain("Videos play from YouTube (Google)");
    expect(policy).toContain("frame-src 'self' https://www.youtube-nocookie.com;");
  });

  it("plays a clip of the library as a file with captions in the page's language", async () => {
    const clip: Video = { ...VIDEO, id: "clip-i-was-glad", title: "Glad" };
    const { html } = await page({ playlists: { "library-music": [clip] } });
    const card = cardOf(html, "Glad");
    expect(card).toMatch(/data-source="\/media\/clips\/clip-i-was-glad\.large\.mp4\?v=\w+"/);
    expect(card).toContain('data-captions="/media/captions/clip-i-was-glad.en.vtt"');
    expect(html).not.toContain("YouTube");
  });

  it.each<[string, ChannelSource, string, string]>([
    [
      "an external stream",
      { kind: "hls", url: "https://cdn.example/a/live.m3u8", hosts: ["parts.example"] },
      'data-source="https://cdn.example/a/live.m3u8"',
      "media-src 'self' blob: https://cdn.example https://parts.example;",
    ],
    [
      "a platform's live channel",
      { kind: "youtube", channelId: "UCaaaaaaaaaaaaaaaaaaaaaa" },
      "/embed/live_stream?channel=UCaaaaaaaaaaaaaaaaaaaaaa&amp;autoplay=1",
      "frame-src 'self' https://www.youtube-nocookie.com;",
    ],
    [
      "a provider's frame",
      { kind: "iframe", url: "https://player.example/c/1", hosts: ["more.example"] },
      'data-source="https://player.example/c/1"',
      "frame-src 'self' https://www.youtube-nocookie.com https://player.example https://more.example;",
    ],
    [
      "a provider's script",
      {
        kind: "script",
        src: "https://p.example/a.js",
        hosts: ["p.example"],
        data: {},
        attributes: {},
      },
      'data-source="/embed/script/english"',
      "script-src 'self';",
    ],
  ])(
    "plays %s and allows nothing else in its policy",
    async (_name, english, markup, policyPart) => {
      const { html, policy } = await page({ english });
      expect(cardOf(html, "Live Stream English")).toContain(markup);
      expect(policy).toContain(policyPart);
    },
  );

  it("gives frames of providers the permissions of embed pages, and no more", async () => {
    const english: ChannelSource = {
      kind: "iframe",
      url: "https://player.example/c/1",
      hosts: ["player.example"],
    };
    const { html } = await page({ english });
    expect(cardOf(html, "Live Stream English")).toContain(
      'data-sandbox="allow-scripts allow-same-origin allow-presentation allow-forms"',
    );
  });

  it("is French at /fr/tv", async () => {
    const { html } = await page({}, "/fr/tv");
    expect(html).toContain('<html lang="fr">');
    expect(html).toContain("Chaînes en direct");
    expect(html).not.toMatch(/Live channels|Full site/);
  });

  it("lists channels, rows and videos of its language first", async () => {
    const videos = [
      { ...VIDEO, id: "AAAAAAAAAA2", title: "In English", language: "en" },
      { ...VIDEO, title: "En français", publishedAt: "2020-01-01T00:00:00Z" },
    ];
    const { html } = await page({ playlists: { "library-sermons": videos } }, "/fr/tv");
    const titles = [...html.matchAll(/class="name">([^<]*)</g)].map(([, title]) => title);
    expect(titles.slice(0, 4)).toEqual([
      "Direct en français",
      "Direct en anglais",
      "En français",
      "In English",
    ]);
  });
});
