import { beforeEach, describe, expect, it } from "vitest";
import { hashSource } from "#server/http/security-headers.ts";
import { createClientLimits } from "@reign-tv/kit/http/ip-rate-limit.ts";
import { testPageState, testSiteFacts } from "#tests/support/site-fixture.ts";
import { createPageRoutes, type Pages } from "./page-routes.ts";

const KNOWN = /^(?:\/fr)?(?:\/(?:live-tv|videos\/music|devotional|auth\/reset))?$/;
const isPage = (path: string): boolean => path === "/" || KNOWN.test(path);
const PREVIEW = { kind: "announcement", id: "easter", body: {} };
const CROWD = "203.0.113.7";

let rendered: string[];
let nowMs: number;
let pages: Pages;
let texts: { revision: string }[];
/** Blocks all renders until it is resolved. */
let gate: Promise<void>;

beforeEach(() => {
  rendered = [];
  nowMs = 0;
  texts = [];
  gate = Promise.resolve();
  pages = createPageRoutes({
    site: testSiteFacts,
    renderer: {
      bootScript: "",
      stateId: "page-state",
      isPage,
      async render(address, { preview }) {
        await gate;
        rendered.push(preview === undefined ? address : `${address} with ${preview.id}`);
        return {
          status: isPage(address.split("?")[0] ?? "") ? 200 : 404,
          headHtml: "",
          bodyHtml: address,
          state: testPageState(),
          announcementsHtml: "",
          structuredData: [],
        };
      },
      renderShell: () => {
        throw new Error("not asked for");
      },
    },
    web: {
      assets: {
        styleSheet: "",
        pageStyles: new Map([["/assets/bible.css", ".bible{}"]]),
        appFiles: { core: [], pages: [] },
        entry: () => ({ js: "/app.js", imports: [], css: [] }),
      },
      development: null,
    },
    shells: () => [],
    limits: createClientLimits({
      clientAddress: (c) => c.req.header("x-forwarded-for") ?? "in-process",
      factor: 1,
    }),
    limitPreviews: (_, next) => next(),
    inlineImages: { load: () => Promise.resolve() },
    isKnownVideo: (id) => Promise.resolve(id.startsWith("known")),
    ownVideos: () => [],
    async previewedSite(token) {
      return token === "good" ? { ...testSiteFacts(), preview: PREVIEW } : null;
    },
    texts: { list: () => texts },
    now: () => nowMs,
  });
});

async function ask(path: string, from?: string): Promise<Response> {
  const headers = from === undefined ? {} : { "x-forwarded-for": from };
  return pages.app.request(path, { headers });
}

/** Lets requests proceed as far as they can. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) {
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
  }
}

describe("preview link", () => {
  it("shows unpublished content, uncached and not indexed", async () => {
    for (const path of ["/fr?preview=good", "/fr?preview=good"]) {
      const response = await ask(path);
      expect(response.status).toBe(200);
      expect(response.headers.get("cache-control")).toBe("no-store");
      expect(response.headers.get("x-robots-tag")).toBe("noindex");
    }
    await ask("/fr");
    expect(rendered).toEqual(["/fr with easter", "/fr with easter", "/fr"]);
  });

  it.each(["/fr?preview=over", "/fr?preview=", "/nowhere?preview=good"])(
    "reports an expired link at %s, in the page's language",
    async (path) => {
      const response = await ask(path);
      expect(response.status).toBe(410);
      expect(response.headers.get("cache-control")).toBe("no-store");
      expect(response.headers.get("x-robots-tag")).toBe("noindex");
      expect(await response.text()).toContain(path.startsWith("/fr") ? "aperçu" : "preview");
      expect(rendered).toEqual([]);
    },
  );
});

describe("page that must be rendered", () => {
  it("depends on path and known parameters alone", async () => {
    await ask("/videos/music?utm_source=secret&q=grace&code=secret&page=2");
    expect(rendered).toEqual(["/videos/music?page=2&q=grace"]);
  });

  it("is rejected in the page's language after too many requests of one IP address", async () => {
    for (let count = 0; count < 240; count++) await ask(`/?v=video-${count}`, CROWD);
    const english = await ask("/?v=one-more", CROWD);
    const waitS = english.headers.get("retry-after") ?? "";
    expect([english.status, waitS]).toEqual([429, expect.stringMatching(/^[1-6]?\d$/)]);
    expect(english.headers.get("cache-control")).toBe("no-store");
    expect(await english.text()).toContain(`Please wait ${waitS} second`);
    expect(await (await ask("/fr?v=one-more", CROWD)).text()).toContain("Trop de demandes");
    expect((await ask("/?v=one-more", "203.0.113.8")).status).toBe(200);
  });

  it("with an open video is cached if the site has the video", async () => {
    for (const path of ["/?v=known-1", "/?v=known-1&t=90", "/?v=other", "/?v=other"])
      await ask(path);
    expect(rendered).toEqual(["/?v=known-1", "/?v=other", "/?v=other"]);
  });

  it("is rejected when too many wait, while cached pages are sent at once", async () => {
    await ask("/");
    const held = Promise.withResolvers<void>();
    gate = held.promise;
    const orders = Array.from({ length: 102 }, (_, count) => ask(`/?v=video-${count}`));
    await settle();
    const refused = await ask("/?v=one-more");
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "2"]);
    expect(await refused.text()).toContain("very busy right now");
    expect((await ask("/", CROWD)).status).toBe(200);
    // A stale page does not wait for its refresh either.
    nowMs = 60_000;
    expect((await ask("/", CROWD)).status).toBe(200);
    nowMs = 3_600_000;
    expect((await ask("/", CROWD)).status).toBe(200);
    held.resolve();
    const statuses = (await Promise.all(orders)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([200]));
  });
});

it("allows the inline sheets of every page by their content", async () => {
  const policy = (await ask("/")).headers.get("content-security-policy");
  expect(policy).toContain(`style-src 'self' ${hashSource("")} ${hashSource(".bible{}")};`);
});

it.each([
  ["/", false],
  ["/studios", false],
  ["/studio/channels/english", true],
  ["/fr/studio", true],
])("%s may compile encoders in workers of its own making: %s", async (path, isAllowed) => {
  const policy = (await ask(path)).headers.get("content-security-policy") ?? "";
  const encoders = [/script-src 'self'[^;]* 'wasm-unsafe-eval';/, /worker-src 'self' blob:;/];
  expect(encoders.map((one) => one.test(policy))).toEqual([isAllowed, isAllowed]);
});

it("renders the 404 page once for all missing URLs", async () => {
  for (const path of ["/none", "/none/two?q=1", "/wp-login.php"]) {
    expect((await ask(path, CROWD)).status).toBe(404);
  }
  expect(rendered).toEqual(["/404"]);
});

it.each([
  ["was installed", [], [{ revision: "lsg-1" }]],
  ["was replaced", [{ revision: "lsg-1" }], [{ revision: "lsg-2" }]],
  ["was removed", [{ revision: "lsg-1" }], []],
])("shows the next visitor that a text of the Bible %s", async (_, before, after) => {
  texts = before;
  await ask("/");
  texts = after;
  rendered = [];
  await ask("/");
  await ask("/");
  expect(rendered).toEqual(["/"]);
});

it("shows published changes to the next visitor, in both languages", async () => {
  const addresses = ["/devotional?day=3", "/fr/devotional?day=3", "/live-tv"];
  for (const path of addresses) await ask(path);
  pages.forget("/devotional");
  rendered = [];
  for (const path of addresses) await ask(path);
  expect(rendered).toEqual(["/devotional?day=3", "/fr/devotional?day=3"]);
});
