import { Hono } from "hono";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { securityHeaders } from "#server/http/security-headers.ts";
import { loadLibrary, type MediaLibrary } from "#server/media/library.ts";
import { channelNamed } from "#shared/live/channels.ts";
import type { ForeignConfig, PlayerConfig, YoutubeConfig } from "#shared/embed/embed-config.ts";
import type { ChannelSource, Ministry, MinistryChannel } from "#shared/site/ministry.ts";
import {
  largeFilmOf,
  makeClip,
  type MediaFixture,
  writeMediaFixture,
} from "#tests/support/media-fixture.ts";
import { testMinistry } from "#tests/support/ministry-fixture.ts";
import { createActiveSource } from "#server/live/active-source.ts";
import { createEmbedRoutes } from "./embed-routes.ts";
import type { EmbedDeps } from "./embed-page.ts";
import { restrictEmbedOrigin } from "./embed-policy.ts";

const SITE = "http://127.0.0.1:3000";
const SIBLING = "https://embed.ministry.example";

const SCRIPT_SOURCE: ChannelSource = {
  kind: "script",
  src: "https://player.example.org/loader.js?id=7&b=1",
  hosts: ["cdn.example.org"],
  mountId: "provider-player",
  data: { "embed-id": '7"><script>alert(1)</script>' },
  attributes: { async: "" },
  callFunction: "startPlayer",
};
const FRAME_SOURCE: ChannelSource = {
  kind: "iframe",
  url: "https://player.example.org/embed/7",
  hosts: ["cdn.example.org"],
};
const STREAM_SOURCE: ChannelSource = {
  kind: "hls",
  url: "https://stream.example.org/live/master.m3u8",
  hosts: ["parts.example.org"],
};

let fixture: MediaFixture;
let library: MediaLibrary;

beforeAll(async () => {
  const second = makeClip("clip-two", [4.8]);
  const tiny = { ...largeFilmOf(second), media: "clips/clip-two.240p.mp4", bytes: 1_200 };
  fixture = await writeMediaFixture(
    [makeClip("clip-one", [4.8], { title: "</script><b>One" }), { ...second, tiny }],
    { english: ["clip-one"], french: ["clip-two"] },
  );
  library = await loadLibrary(fixture.directory);
});

afterAll(() => fixture.remove());

const POSTERS = { english: "/img/clip/clip-one", french: "/img/clip/clip-two" };

function embed(
  sources: Parameters<typeof testMinistry>[0] = {},
  config: Partial<EmbedDeps["config"]> = {},
): Hono {
  return embedOf(testMinistry(sources), config);
}

/** @param previewed ministry of the preview token "tried". */
function embedOf(
  ministry: Ministry,
  config: Partial<EmbedDeps["config"]> = {},
  previewed: Ministry | null = null,
): Hono {
  const deps: EmbedDeps = {
    ministry: () => ministry,
    library,
    channelPosters: () => POSTERS,
    activeSource: createActiveSource(() => ministry, { of: () => null }),
    limitPreviews: (_, next) => next(),
    previewedMinistry: (token) => Promise.resolve(token === "tried" ? previewed : null),
    now: () => Date.parse("2026-11-23T12:00:00Z"),
    config: {
      siteUrl: SITE,
      EMBED_ORIGIN: undefined,
      EMBED_PARENTS: [],
      YOUTUBE_EMBED_BASE: "https://www.youtube-nocookie.com",
      ...config,
    },
    assets: (name) => ({ js: `/assets/${name}.js`, css: [`/assets/${name}.css`] }),
  };
  return new Hono()
    .use(securityHeaders({ isSecure: true, playerOrigins: [] }))
    .use(restrictEmbedOrigin(deps.config))
    .route("/", createEmbedRoutes(deps));
}

async function page(app: Hono, path: string) {
  const response = await app.request(path);
  const text = await response.text();
  const json = /<script type="application\/json"[^>]*>([\s\S]*?)<\/script>/.exec(text)?.[1];
  return {
    status: response.status,
    headers: response.headers,
    policy: policyOf(response),
    text,
    config: JSON.parse(json ?? "null"),
  };
}

function policyOf(response: Response): Map<string, string> {
  const header = response.headers.get("content-security-policy") ?? "";
  return new Map(
    header.split("; ").map((directive) => {
      const [name = "", ...sources] = directive.split(" ");
      return [name, sources.join(" ")];
    }),
  );
}

describe("every embed page", () => {
  it.each([
    "/embed/channel/english",
    "/embed/channel/french?lang=fr",
    "/embed/clip/clip-one",
    "/embed/yt/AAAAAAAAAA1",
  ])("allows only the site and the apps to frame %s, without inline script", async (path) => {
    const { status, headers, policy, text } = await page(embed(), path);
    expect(status).toBe(200);
    expect(headers.get("x-frame-options")).toBeNull();
    expect(headers.get("cache-control")).toBe("no-cache");
    expect(headers.get("referrer-policy")).toBe("strict-origin-when-cross-origin");
    expect(policy.get("frame-ancestors")).toBe("'self' https://localhost capacitor://localhost");
    expect(policy.get("default-src")).toBe("'none'");
    expect(policy.get("script-src")).toBe("'self'");
    expect(policy.get("style-src")).toBe("'self'");
    const scripts = [...text.matchAll(/<script (?!type="application\/json")[^>]*>/g)];
    for (const [tag] of scripts) expect(tag).toContain(' src="');
    expect(text).not.toMatch(/<style| style="| on\w+="/);
  });
});

describe("another website", () => {
  const CHURCH = "https://church.example";
  const PATHS = ["/embed/channel/english", "/embed/clip/clip-one", "/embed/yt/AAAAAAAAAA1"];
  const named = (): Hono => embed({}, { EMBED_PARENTS: [CHURCH] });

  it.each([...PATHS, "/embed/none"])("may frame %s if configured", async (path) => {
    const { headers, policy } = await page(named(), path);
    expect(policy.get("frame-ancestors")).toBe(
      `'self' https://localhost capacitor://localhost ${CHURCH}`,
    );
    expect(headers.get("x-frame-options")).toBeNull();
  });

  it.each(PATHS)("allows messages with %s", async (path) => {
    expect((await page(named(), path)).config.parentOrigins).toContain(CHURCH);
  });

  it("gives other websites access to the players only", async () => {
    const app = embed({ french: SCRIPT_SOURCE }, { EMBED_PARENTS: [CHURCH] });
    const inner = await page(app, "/embed/script/french");
    expect(inner.policy.get("sandbox")).toBe("allow-scripts allow-presentation");
    const elsewhere = await app.request("/live-tv");
    expect(elsewhere.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
    expect(elsewhere.headers.get("x-frame-options")).toBe("DENY");
  });
});

describe("lineup channel", () => {
  it("is an embedded player in English and a dynamically loaded script in French (S2.51, S7.20)", async () => {
    const english = await page(embed(), "/embed/channel/english");
    expect(english.text).toContain('src="/assets/web/embed/player.ts.js"');
    const french = await page(embed(), "/embed/channel/french");
    expect(french.text).not.toContain('src="/assets/web/embed/player.ts.js"');
    expect(french.text).toContain('src="/assets/web/embed/script-loader.ts.js"');
    expect(french.text).toContain('data-player-script="/assets/web/embed/player.ts.js"');
    expect(french.text).toContain('href="/assets/web/embed/player.ts.css"');
  });

  it("plays its own playlist with the language and options of the URL", async () => {
    const { config } = await page(embed(), "/embed/channel/english?lang=fr&muted=1&autoplay=1");
    expect(config).toMatchObject({
      source: {
        kind: "linear",
        playlist: "/live/english/index.m3u8",
        guide: "/live/english/guide",
      },
      language: "fr",
      isMuted: true,
      shouldAutoplay: true,
      poster: "/img/clip/clip-one/960.webp",
      fallbackUrl: null,
      failedChannel: null,
      texts: { tapForSound: "Activer le son" },
    } satisfies Partial<Omit<PlayerConfig, "texts">> & { texts: object });
  });

  it("ignores invalid parameters", async () => {
    const { status, config } = await page(
      embed(),
      "/embed/channel/french?lang=xx&muted=maybe&autoplay=2&start=-1&source=evil",
    );
    expect(status).toBe(200);
    expect(config).toMatchObject({ language: "fr", isMuted: false, shouldAutoplay: false });
  });
});

describe("external stream", () => {
  it("allows only its hosts in the policy", async () => {
    const { policy } = await page(embed({ english: STREAM_SOURCE }), "/embed/channel/english");
    const hosts = "https://stream.example.org https://parts.example.org";
    expect(policy.get("connect-src")).toBe(`'self' ${hosts}`);
    expect(policy.get("media-src")).toBe(`'self' blob: ${hosts}`);
  });

  it("falls back to the ministry's fallback page, which links back", async () => {
    const ministry = testMinistry({ english: STREAM_SOURCE });
    channelNamed(ministry.channels, "english").fallback = { kind: "linear", lineupId: "english" };
    const app = embedOf(ministry);
    const primary = await page(app, "/embed/channel/english?lang=fr&muted=1&autoplay=1");
    expect(primary.config.fallbackUrl).toBe(
      "/embed/channel/english?lang=fr&muted=1&autoplay=1&source=fallback",
    );
    const fallback = await page(app, primary.config.fallbackUrl);
    expect(fallback.policy.get("connect-src")).toBe("'self'");
    expect(fallback.config).toMatchObject({
      source: { kind: "linear" },
      fallbackUrl: null,
      failedChannel: {
        channelId: "english",
        pageUrl: "/embed/channel/english?lang=fr&muted=1&autoplay=1",
      },
    });
  });
});

describe("provider frame", () => {
  it("is allowed by name, sandboxed, and waits for the visitor's consent", async () => {
    const { policy, headers, config } = await page(
      embed({ english: FRAME_SOURCE }),
      "/embed/channel/english?autoplay=1",
    );
    const origins = "https://player.example.org https://cdn.example.org";
    expect(policy.get("frame-src")).toBe(origins);
    expect(policy.get("connect-src")).toBe("'self' https://player.example.org");
    expect(policy.get("script-src")).toBe("'self'");
    expect(headers.get("permissions-policy")).toContain(
      'autoplay=(self "https://player.example.org" "https://cdn.example.org")',
    );
    expect(config).toMatchObject({
      frameKind: "iframe",
      frameUrl: "https://player.example.org/embed/7",
      host: "player.example.org",
      needsConsent: true,
    } satisfies Partial<ForeignConfig>);
    expect(config.sandbox).not.toMatch(/top-navigation|popups|modals/);
    const consented = await page(
      embed({ english: FRAME_SOURCE }),
      "/embed/channel/english?consent=1",
    );
    expect(consented.config.needsConsent).toBe(false);
  });
});

describe("provider script", () => {
  it("never runs in our page, only in a frame without origin", async () => {
    const { policy, headers, text, config } = await page(
      embed({ french: SCRIPT_SOURCE }),
      "/embed/channel/french",
    );
    expect(text).not.toContain("player.example.org/loader.js");
    expect(policy.get("script-src")).toBe("'self'");
    expect(policy.get("frame-src")).toBe("'self'");
    expect(config).toMatchObject({
      frameKind: "script",
      frameUrl: "/embed/script/french",
      sandbox: "allow-scripts allow-presentation",
    });
    expect(headers.get("permissions-policy")).toContain("autoplay=*");
  });

  it("is inserted by the parser with its mount element, under a sandbox of its own", async () => {
    const { policy, text } = await page(embed({ french: SCRIPT_SOURCE }), "/embed/script/french");
    expect(policy.get("sandbox")).toBe("allow-scripts allow-presentation");
    expect(policy.get("script-src")).toMatch(
      /^'sha256-[\w+/=]+' https:\/\/player\.example\.org https:\/\/cdn\.example\.org$/,
    );
    expect(text).toContain('<div id="provider-player" data-embed-id="7&quot;&gt;&lt;script&gt;');
    expect(text).toContain(
      '<script async="" src="https://player.example.org/loader.js?id=7&amp;b=1" data-provider-script="" data-call-function="startPlayer">',
    );
    expect(text).not.toContain("alert(1)</script>");
  });

  it("keeps its origin on the embed origin only", async () => {
    const app = embed({ french: SCRIPT_SOURCE }, { EMBED_ORIGIN: SIBLING });
    const there = await page(app, `${SIBLING}/embed/script/french`);
    expect(there.policy.has("sandbox")).toBe(false);
    expect((await page(app, `${SIBLING}/embed/channel/french`)).config.sandbox).toBeNull();
    const here = await page(app, `${SITE}/embed/script/french`);
    expect(here.policy.get("sandbox")).toBe("allow-scripts allow-presentation");
    // An embed origin equal to the site would expose the session to the script.
    const same = embed({ french: SCRIPT_SOURCE }, { EMBED_ORIGIN: SITE });
    expect((await page(same, `${SITE}/embed/script/french`)).policy.has("sandbox")).toBe(true);
  });

  it("has no page while the channel has another source", async () => {
    expect((await page(embed(), "/embed/script/french")).status).toBe(404);
  });
});

describe("embed origin", () => {
  it("may be framed by the site and serves players only", async () => {
    const app = embed({}, { EMBED_ORIGIN: SIBLING });
    const { policy, config } = await page(app, `${SIBLING}/embed/channel/english`);
    expect(policy.get("frame-ancestors")).toBe(
      `'self' https://localhost capacitor://localhost ${SITE}`,
    );
    expect(config.parentOrigins).toContain(SITE);
    for (const path of ["/", "/auth", "/auth/v1/token", "/embedded", "/assets"]) {
      expect((await app.request(`${SIBLING}${path}`)).status).toBe(404);
    }
  });
});

describe("clip of the library", () => {
  it("plays as one file from the saved position", async () => {
    const { config, text } = await page(embed(), "/embed/clip/clip-one?start=7&autoplay=1");
    expect(config).toMatchObject({
      title: "</script><b>One",
      startSeconds: 7,
      source: {
        kind: "file",
        durationSeconds: 4.8,
        bytes: expect.any(Number),
        url: expect.stringMatching(/^\/media\/clips\/clip-one\.mp4\?v=/),
        large: null,
        viewsUrl: "/media/clips/clip-one/views",
        captions: [{ language: "en", url: "/media/captions/clip-one.en.vtt" }],
      },
    });
    expect(text).not.toContain("</script><b>");
    expect(text).not.toContain("<b>One");
  });

  it("plays in its smallest size while data is saved, where there is one", async () => {
    const filmOf = async (path: string) => (await page(embed(), path)).config.source;
    const url = (end: string) => expect.stringContaining(`${end}?v=`);
    expect(await filmOf("/embed/clip/clip-two?saver=1")).toMatchObject({
      url: url("clip-two.tiny.mp4"),
      bytes: 1_200,
    });
    expect(await filmOf("/embed/clip/clip-two?saver=0")).toMatchObject({
      url: url("clip-two.mp4"),
    });
    expect(await filmOf("/embed/clip/clip-one?saver=1")).toMatchObject({
      url: url("clip-one.mp4"),
    });
  });
});

describe("video of the platform", () => {
  it("loads the privacy-enhanced player only", async () => {
    const { policy, config, headers } = await page(
      embed(),
      "/embed/yt/AAAAAAAAAA1?start=90&hl=fr&title=Faith%20%26%20Works&autoplay=1",
    );
    expect(policy.get("frame-src")).toBe("https://www.youtube-nocookie.com");
    expect(headers.get("permissions-policy")).toContain(
      'autoplay=(self "https://www.youtube-nocookie.com")',
    );
    expect(config).toMatchObject({
      playerUrl: "https://www.youtube-nocookie.com/embed/AAAAAAAAAA1",
      watchUrl: "https://www.youtube.com/watch?v=AAAAAAAAAA1",
      startSeconds: 90,
      language: "fr",
      title: "Faith & Works",
      shouldAutoplay: true,
      needsConsent: false,
    } satisfies Partial<YoutubeConfig>);
  });

  it.each([
    [{ kind: "youtube", videoId: "AAAAAAAAAA1" } as const, "/embed/AAAAAAAAAA1"],
    [
      { kind: "youtube", channelId: `UC${"a".repeat(22)}` } as const,
      `/embed/live_stream?channel=UC${"a".repeat(22)}`,
    ],
  ])("requires consent as a channel's source: %o", async (source, path) => {
    const { config } = await page(embed({ english: source }), "/embed/channel/english?autoplay=1");
    expect(config).toMatchObject({
      playerUrl: `https://www.youtube-nocookie.com${path}`,
      needsConsent: true,
    });
  });
});

it.each([
  "/embed/channel/german",
  "/embed/channel/english?source=fallback",
  "/embed/clip/clip-three",
  "/embed/clip/..%2f..%2fministry.json",
  "/embed/yt/short",
  "/embed/yt/AAAAAAAAAA1%3Cscript%3E",
  "/embed/",
])("responds to %s with a 404 card and a policy", async (path) => {
  const { status, policy, text } = await page(embed(), path);
  expect(status).toBe(404);
  expect(policy.get("default-src")).toBe("'none'");
  expect(text).toContain("Nothing to play here");
});

describe("channel changed in the studio", () => {
  const backup: ChannelSource = { kind: "linear", lineupId: "french" };

  function changed(fields: Partial<MinistryChannel>): Ministry {
    const ministry = testMinistry({ english: STREAM_SOURCE });
    Object.assign(channelNamed(ministry.channels, "english"), fields);
    return ministry;
  }

  it("plays its fallback, which has no further fallback", async () => {
    const app = embedOf(changed({ fallback: backup, use: "fallback" }));
    expect((await page(app, "/embed/channel/english")).config).toMatchObject({
      source: { kind: "linear", playlist: "/live/english/index.m3u8" },
      fallbackUrl: null,
      failedChannel: null,
    });
  });

  it("plays a second lineup as fallback at a URL of its own", async () => {
    const source: ChannelSource = { kind: "linear", lineupId: "english" };
    const app = embedOf(changed({ source, fallback: backup, use: "fallback" }));
    const { config } = await page(app, "/embed/channel/english");
    expect(config.source).toEqual({
      kind: "linear",
      playlist: "/live/english/backup/index.m3u8",
      guide: "/live/english/backup/guide",
    });
  });

  it("plays own broadcasts and the lineup between them from one playlist", async () => {
    const source = { kind: "ingest" } as const;
    const { config } = await page(
      embedOf(changed({ source, fallback: backup })),
      "/embed/channel/english",
    );
    expect(config.source).toEqual({
      kind: "linear",
      playlist: "/live/english/index.m3u8",
      guide: "/live/english/guide",
      broadcasts: "/live/english",
    });
    const waiting = await page(embedOf(changed({ source })), "/embed/channel/english?lang=en");
    expect(waiting.text).toContain("Off air");
  });

  it("shows an off-air page with the next service in the ministry's zone", async () => {
    const app = embedOf(changed({ fallback: backup, isOffAir: true }));
    const { text, status } = await page(app, "/embed/channel/english?lang=en&source=fallback");
    expect(status).toBe(200);
    expect(text).toContain("Off air");
    expect(text).toMatch(
      /Next service: <time datetime="2026-11-26T15:00:00.000Z">Thursday,? .* 4:00\sPM GMT\+1<\/time>/,
    );
    expect(text).not.toContain("stream.example.org");
    expect((await page(app, "/embed/channel/english?lang=fr")).text).toContain("Hors antenne");
  });

  it("follows changes itself only if no page of ours does", async () => {
    const app = embedOf(changed({}));
    const alone = await page(app, "/embed/channel/english?lang=en&muted=1");
    expect(alone.config.follow).toEqual({
      channelId: "english",
      source: expect.stringMatching(/^[\w-]{4}$/),
      pageUrl: "/embed/channel/english?lang=en&muted=1&autoplay=0",
    });
    expect((await page(app, "/embed/channel/english?followed=1")).config.follow).toBeNull();
    expect((await page(app, "/embed/yt/AAAAAAAAAA1")).config.follow).toBeNull();
  });

  it("applies a consent to its provider only", async () => {
    const app = embed({ english: FRAME_SOURCE });
    const path = "/embed/channel/english?consent=1&provider=";
    expect((await page(app, `${path}player.example.org`)).config.needsConsent).toBe(false);
    expect((await page(app, `${path}other.example.org`)).config.needsConsent).toBe(true);
    const platform = embed({ english: { kind: "youtube", videoId: "AAAAAAAAAA1" } });
    expect((await page(platform, `${path}other.example.org`)).config.needsConsent).toBe(true);
  });

  it("shows a preview by its token, uncached", async () => {
    const app = embedOf(changed({}), {}, changed({ source: FRAME_SOURCE }));
    const response = await app.request("/embed/channel/english?preview=tried");
    expect(response.headers.get("cache-control")).toContain("no-store");
    const tried = await page(app, "/embed/channel/english?preview=tried");
    expect(tried.config).toMatchObject({ host: "player.example.org", follow: null });
    expect((await page(app, "/embed/channel/english?preview=over")).status).toBe(404);
    expect((await page(app, "/embed/channel/english")).config.source).toMatchObject({
      kind: "hls",
    });
  });

  it("passes the token to the inner page of a script", async () => {
    const app = embedOf(changed({}), {}, changed({ source: SCRIPT_SOURCE }));
    const { config } = await page(app, "/embed/channel/english?preview=tried");
    expect(config.frameUrl).toBe("/embed/script/english?preview=tried");
    expect((await page(app, config.frameUrl)).text).toContain("player.example.org/loader.js");
    expect((await page(app, "/embed/script/english")).status).toBe(404);
  });

  it("shows the first clip of a lineup that no channel plays yet", async () => {
    const tried = changed({ source: backup });
    const app = embedOf(changed({}), {}, tried);
    const { config } = await page(app, "/embed/channel/english?preview=tried");
    expect(config.source).toMatchObject({ kind: "linear", playlist: "/live/french/index.m3u8" });
    const nowhere = testMinistry({ english: STREAM_SOURCE, french: STREAM_SOURCE });
    const first = await page(embedOf(nowhere, {}, tried), "/embed/channel/english?preview=tried");
    expect(first.config.source).toMatchObject({ kind: "file" });
  });
});
