import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { beforeEach, describe, expect, it } from "vitest";
import { type FreshPage, PageCache } from "./page-cache.ts";

let nowMs: number;
let renders = 0;
let cache: PageCache;

function page(status = 200): () => Promise<FreshPage> {
  return () => {
    renders++;
    return Promise.resolve({ status, headers: {}, html: `<p>${renders}</p>` });
  };
}

beforeEach(() => {
  nowMs = 0;
  renders = 0;
  cache = new PageCache({ now: () => nowMs, freshMs: 100, maxAgeMs: 1000, maxPages: 2 });
});

describe("PageCache", () => {
  it("renders once for many visitors at once", async () => {
    await Promise.all([cache.get("/", page()), cache.get("/", page()), cache.get("/", page())]);
    expect(renders).toBe(1);
  });

  it("sends a stale page at once and renders behind it", async () => {
    await cache.get("/", page());
    nowMs = 500;
    const stale = await cache.get("/", page());
    expect(stale.bodies.identity.toString()).toBe("<p>1</p>");
    expect(renders).toBe(2);
  });

  it("renders before sending when the page is too old", async () => {
    await cache.get("/", page());
    nowMs = 5000;
    const fresh = await cache.get("/", page());
    expect(fresh.bodies.identity.toString()).toBe("<p>2</p>");
  });

  it("keeps a stale page when its refresh fails", async () => {
    await cache.get("/", page());
    nowMs = 500;
    await cache.get("/", () => Promise.reject(new Error("upstream is down")));
    const kept = await cache.get("/", page());
    expect(kept.bodies.identity.toString()).toBe("<p>1</p>");
  });

  it("keeps no page whose status is not 200", async () => {
    await cache.get("/x", page(404));
    await cache.get("/x", page(404));
    expect(renders).toBe(2);
  });

  it("forgets the page that was not used for longest when it is full", async () => {
    await cache.get("/a", page());
    await cache.get("/b", page());
    await cache.get("/a", page());
    await cache.get("/c", page());
    await cache.get("/a", page());
    expect(renders).toBe(3);
    await cache.get("/b", page());
    expect(renders).toBe(4);
  });

  it("forgets pages by the beginning of their keys, and what is being rendered of them", async () => {
    await cache.get("/a/1", page());
    await cache.get("/b", page());
    let finish: (fresh: FreshPage) => void = () => undefined;
    const running = cache.get("/a/2", () => new Promise((resolve) => (finish = resolve)));
    cache.forget("/a");
    const after = await cache.get("/a/2", page());
    expect(after.bodies.identity.toString()).toBe("<p>3</p>");
    finish({ status: 200, headers: {}, html: "<p>old</p>" });
    expect((await running).bodies.identity.toString()).toBe("<p>old</p>");
    expect((await cache.get("/a/2", page())).bodies.identity.toString()).toBe("<p>3</p>");
    expect((await cache.get("/b", page())).bodies.identity.toString()).toBe("<p>2</p>");
    expect((await cache.get("/a/1", page())).bodies.identity.toString()).toBe("<p>4</p>");
  });

  it("holds the same page in every encoding, each with its own validator", async () => {
    const stored = await cache.get("/", page());
    expect(brotliDecompressSync(stored.bodies.br).toString()).toBe("<p>1</p>");
    expect(gunzipSync(stored.bodies.gzip).toString()).toBe("<p>1</p>");
    expect(new Set(Object.values(stored.etags)).size).toBe(3);
  });
});
