import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { type FreshPage, PageCache, type StoredPage } from "./page-cache.ts";

let nowMs: number;
let renders = 0;
let cache: PageCache;

const MAKE = {
  now: () => nowMs,
  freshMs: 100,
  maxAgeMs: 1000,
  maxPages: 2,
};

function page(status = 200): { render: () => Promise<FreshPage> } {
  return {
    render: () => {
      renders++;
      return Promise.resolve({ status, headers: {}, html: `<p>${renders}</p>` });
    },
  };
}

const failing = { render: () => Promise.reject(new Error("upstream is down")) };
const refused = { ...page(), admit: () => Promise.reject(new Error("too many")) };

async function textOf({ body }: StoredPage): Promise<string> {
  return Buffer.from(await body.identity.bytes()).toString();
}

/** Waits for background work. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) {
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
  }
}

beforeEach(() => {
  nowMs = 0;
  renders = 0;
  cache = new PageCache(MAKE);
});

describe("PageCache", () => {
  it("renders once for concurrent requests", async () => {
    await Promise.all([cache.get("/", page()), cache.get("/", page()), cache.get("/", page())]);
    expect(renders).toBe(1);
  });

  it("sends a stale page at once and refreshes it in the background", async () => {
    await cache.get("/", page());
    nowMs = 500;
    expect(await textOf(await cache.get("/", page()))).toBe("<p>1</p>");
    expect(renders).toBe(2);
  });

  it("renders before sending when the page is too old", async () => {
    await cache.get("/", page());
    nowMs = 5000;
    expect(await textOf(await cache.get("/", page()))).toBe("<p>2</p>");
  });

  it("keeps a stale page when its refresh fails", async () => {
    await cache.get("/", page());
    nowMs = 500;
    await cache.get("/", failing);
    expect(await textOf(await cache.get("/", page()))).toBe("<p>1</p>");
  });

  it.each([
    ["its render fails", failing],
    ["the visitor may not start a render", refused],
    ["the page is an error now", page(500)],
  ])("falls back to an old page when %s", async (_when, request) => {
    await cache.get("/", page());
    nowMs = 5000;
    expect(await textOf(await cache.get("/", request))).toBe("<p>1</p>");
  });

  it("serves no page older than a day", async () => {
    await cache.get("/", page());
    nowMs = 90_000_000;
    await expect(cache.get("/", failing)).rejects.toThrow("upstream is down");
  });

  it("checks admission for a new render only", async () => {
    let asked = 0;
    const admit = () => {
      asked++;
      return Promise.resolve();
    };
    const first = cache.get("/", { ...page(), admit });
    await settle();
    await Promise.all([first, cache.get("/", refused)]);
    nowMs = 500;
    await cache.get("/", { ...page(), admit });
    expect(asked).toBe(1);
    await expect(cache.get("/other", refused)).rejects.toThrow("too many");
  });

  it("stores only pages with status 200", async () => {
    await cache.get("/x", page(404));
    await cache.get("/x", page(404));
    expect(renders).toBe(2);
  });

  it("removes a page that is gone", async () => {
    await cache.get("/x", page());
    nowMs = 500;
    await cache.get("/x", page(404));
    await vi.waitFor(async () => {
      expect((await cache.get("/x", page(404))).status).toBe(404);
    });
  });

  it("stores pages with status 404 if configured", async () => {
    const missing = new PageCache({ ...MAKE, storedStatus: 404 });
    await missing.get("en", page(404));
    await missing.get("en", page(404));
    expect(renders).toBe(1);
  });

  it("evicts the least recently used page when it is full", async () => {
    await cache.get("/a", page());
    await cache.get("/b", page());
    await cache.get("/a", page());
    await cache.get("/c", page());
    await cache.get("/a", page());
    expect(renders).toBe(3);
    await cache.get("/b", page());
    expect(renders).toBe(4);
  });

  it("removes pages by prefix, and discards renders that had started before", async () => {
    await cache.get("/devotional", page());
    await cache.get("/live-tv", page());
    cache.forget("/devotional");
    expect(await textOf(await cache.get("/devotional", page()))).toBe("<p>3</p>");
    expect(await textOf(await cache.get("/live-tv", page()))).toBe("<p>2</p>");

    let finish: (page: FreshPage) => void = () => undefined;
    cache.forget();
    const before = cache.get("/devotional", {
      render: () =>
        new Promise((resolve) => {
          finish = resolve;
        }),
    });
    await settle();
    cache.forget("/devotional");
    finish({ status: 200, headers: {}, html: "<p>old</p>" });
    await before;
    expect(await textOf(await cache.get("/devotional", page()))).toBe("<p>4</p>");
  });

  it("compresses a page better in the background refresh", async () => {
    const first = await cache.get("/", page());
    nowMs = 500;
    await vi.waitFor(async () => {
      const second = await cache.get("/", page());
      expect([first.effort, second.effort]).toEqual(["passing", "unhurried"]);
    });
  });

  it("compresses a warmed page well", async () => {
    await cache.warm("/", page());
    expect((await cache.get("/", page())).effort).toBe("unhurried");
    expect(renders).toBe(1);
  });

  it("stores a page in every encoding, each with its own ETag", async () => {
    const { body } = await cache.get("/", page());
    expect(brotliDecompressSync(await body.br.bytes()).toString()).toBe("<p>1</p>");
    expect(gunzipSync(await body.gzip.bytes()).toString()).toBe("<p>1</p>");
    expect(new Set(Object.values(body).map(({ etag }) => etag)).size).toBe(3);
  });
});
