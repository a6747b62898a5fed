import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

/** A page as it is sent: whole and compressed, with its validator. */
export type StoredPage = {
  status: number;
  headers: Readonly<Record<string, string>>;
  bodies: Readonly<Record<Encoding, Buffer>>;
  /** Strong validator per encoding, quoted. */
  etags: Readonly<Record<Encoding, string>>;
  madeAtMs: number;
};

export type Encoding = "br" | "gzip" | "identity";

/** A page that was just rendered. */
export type FreshPage = { status: number; headers: Record<string, string>; html: string };

type PageCacheOptions = {
  now: () => number;
  /** A page younger than this is sent as it is. */
  freshMs: number;
  /** A page older than this is rendered anew before it is sent; between the two, behind it. */
  maxAgeMs: number;
  maxPages: number;
};

/** What is kept is worth the last byte; what is sent once is not worth the wait. */
const KEPT_BROTLI_QUALITY = 11;
const PASSING_BROTLI_QUALITY = 5;
const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/**
 * Pages in memory, shared by all visitors because they hold nothing personal: stale-while-revalidate,
 * one render at a time for each key, bounded, least recently used first out. Only status 200 is kept.
 */
export class PageCache {
  readonly #options: PageCacheOptions;
  readonly #pages = new Map<string, StoredPage>();
  readonly #renders = new Map<string, Promise<StoredPage>>();
  /** Rises with every `forget`: what was being rendered before may hold what was forgotten. */
  #generation = 0;

  constructor(options: PageCacheOptions) {
    this.#options = options;
  }

  /** The page under `key`; renders it when there is none or it is too old. */
  async get(key: string, render: () => Promise<FreshPage>): Promise<StoredPage> {
    const kept = this.#pages.get(key);
    if (!kept) return this.#renderOnce(key, render);
    const ageMs = this.#options.now() - kept.madeAtMs;
    if (ageMs > this.#options.maxAgeMs) return this.#renderOnce(key, render);
    if (ageMs > this.#options.freshMs) {
      // A failed refresh keeps the page that is there; the next visitor tries again.
      this.#renderOnce(key, render).catch(() => undefined);
    }
    this.#pages.delete(key);
    this.#pages.set(key, kept);
    return kept;
  }

  /** Forgets the pages whose keys begin with `prefix`, and what is being rendered now. */
  forget(prefix: string): void {
    this.#generation += 1;
    for (const pages of [this.#pages, this.#renders]) {
      for (const key of pages.keys()) if (key.startsWith(prefix)) pages.delete(key);
    }
  }

  #renderOnce(key: string, render: () => Promise<FreshPage>): Promise<StoredPage> {
    const running = this.#renders.get(key);
    if (running) return running;
    const started = this.#renderAndKeep(key, render).finally(() => {
      if (this.#renders.get(key) === started) this.#renders.delete(key);
    });
    this.#renders.set(key, started);
    return started;
  }

  async #renderAndKeep(key: string, render: () => Promise<FreshPage>): Promise<StoredPage> {
    const generation = this.#generation;
    const fresh = await render();
    if (fresh.status !== 200) return passingPage(fresh, this.#options.now());
    const page = await storePage(fresh, KEPT_BROTLI_QUALITY, this.#options.now());
    if (generation !== this.#generation) return page;
    this.#pages.set(key, page);
    const oldest = this.#pages.keys().next();
    if (this.#pages.size > this.#options.maxPages && !oldest.done) this.#pages.delete(oldest.value);
    return page;
  }
}

/** A page that is sent once: a search, an open video, a page that is not found. */
export function passingPage(page: FreshPage, madeAtMs: number): Promise<StoredPage> {
  return storePage(page, PASSING_BROTLI_QUALITY, madeAtMs);
}

/** Compresses a page and computes its validators. */
async function storePage(page: FreshPage, quality: number, madeAtMs: number): Promise<StoredPage> {
  const identity = Buffer.from(page.html);
  const [br, gz] = await Promise.all([
    compressBrotli(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }),
    compressGzip(identity),
  ]);
  const hash = createHash("sha256").update(identity).digest("base64url").slice(0, 22);
  return {
    status: page.status,
    headers: page.headers,
    bodies: { br, gzip: gz, identity },
    etags: { br: `"${hash}-br"`, gzip: `"${hash}-gz"`, identity: `"${hash}"` },
    madeAtMs,
  };
}
