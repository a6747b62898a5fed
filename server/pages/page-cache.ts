import { type BoundedMap, createBoundedMap } from "@reign-tv/kit/bounded-map.ts";
import { createWorkQueue } from "@reign-tv/kit/work-queue.ts";
import {
  type CompressionEffort,
  type PrecompressedBody,
  precompress,
} from "@reign-tv/kit/http/precompressed-body.ts";
import { PAGE_LIFETIME_S } from "#server/http/cache-policy.ts";

/** A page ready to be sent, in every encoding with its ETag. */
export type StoredPage = {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: PrecompressedBody;
  effort: CompressionEffort;
  madeAtMs: number;
};

export type FreshPage = { status: number; headers: Record<string, string>; html: string };

type PageCacheOptions = {
  now: () => number;
  /** A younger page is sent without a refresh. */
  freshMs: number;
  /** An older page is rendered before it is sent; between the two limits in the background. */
  maxAgeMs: number;
  maxPages: number;
  /** Only pages with this status are stored. */
  storedStatus?: 200 | 404;
  /** Receives the result of each lookup; "stale" pages are refreshed in the background. */
  onLookup?: ((result: PageLookup) => void) | undefined;
};

export type PageLookup = "hit" | "stale" | "miss";

type PageRequest = {
  render: () => Promise<FreshPage>;
  /** Runs before a visitor's request starts a render; throws to reject it. */
  admit?: () => Promise<void>;
};

/** If rendering fails, serve a page up to this age. */
const MAX_FALLBACK_AGE_MS = PAGE_LIFETIME_S.fallback * 1_000;
/** The best compression takes 80 ms of CPU a page: one at a time, in the background. */
const BACKGROUND_QUEUE = { running: 1, waiting: 20 };

/**
 * LRU cache of pages shared by all visitors: stale-while-revalidate, one render at a time for each key. Falls back to
 * an old page while rendering fails or is rejected.
 */
export class PageCache {
  readonly #options: PageCacheOptions;
  readonly #pages: BoundedMap<string, StoredPage>;
  readonly #renders = new Map<string, Promise<StoredPage>>();
  readonly #background = createWorkQueue(BACKGROUND_QUEUE);
  /** Increases with every `forget`: discards renders that started before. */
  #generation = 0;

  constructor(options: PageCacheOptions) {
    this.#options = options;
    this.#pages = createBoundedMap(options.maxPages);
  }

  /** Returns the page of `key`; renders it when there is none or it is too old. */
  async get(key: string, request: PageRequest): Promise<StoredPage> {
    const { now, freshMs, maxAgeMs, onLookup } = this.#options;
    const stored = this.#pages.get(key);
    const ageMs = stored ? ageOf(stored, now()) : Infinity;
    onLookup?.(ageMs > maxAgeMs ? "miss" : ageMs > freshMs ? "stale" : "hit");
    if (!stored) return this.#renderOnce(key, request);
    if (ageMs > maxAgeMs) return this.#renewOrFallBack(key, request, stored);
    if (ageMs > freshMs) {
      // After a failed refresh the page stays; the next request tries again.
      this.#refreshInBackground(key, request, stored).catch(() => undefined);
    }
    this.#pages.set(key, stored);
    return stored;
  }

  /** Renders a page before the first request. */
  async warm(key: string, request: PageRequest): Promise<void> {
    if (!this.#pages.get(key)) await this.#refreshInBackground(key, request, null);
  }

  /** Removes the pages whose keys begin with `prefix`, and discards running renders. */
  forget(prefix = ""): void {
    this.#generation += 1;
    for (const pages of [this.#pages, this.#renders]) {
      for (const key of pages.keys()) if (key.startsWith(prefix)) pages.delete(key);
    }
  }

  async #renewOrFallBack(
    key: string,
    request: PageRequest,
    stored: StoredPage,
  ): Promise<StoredPage> {
    const canFallBack = ageOf(stored, this.#options.now()) <= MAX_FALLBACK_AGE_MS;
    try {
      const page = await this.#renderOnce(key, request);
      return page.status >= 500 && canFallBack ? stored : page;
    } catch (error) {
      if (canFallBack) return stored;
      throw error;
    }
  }

  async #renderOnce(key: string, { render, admit }: PageRequest): Promise<StoredPage> {
    const running = this.#renders.get(key);
    if (running) return running;
    await admit?.();
    const started = this.#renders.get(key);
    if (started) return started;
    return this.#start(key, async () => uncachedPage(await render(), this.#options.now()));
  }

  /** Renders in the background and compresses well before the page is replaced. */
  async #refreshInBackground(
    key: string,
    { render }: PageRequest,
    stored: StoredPage | null,
  ): Promise<void> {
    if (this.#renders.has(key)) return;
    await this.#start(key, async () => {
      const fresh = await render();
      const page = storedPage(fresh, "unhurried", this.#options.now());
      const isSame = page.body.identity.etag === stored?.body.identity.etag;
      if (stored && isSame && stored.effort === "unhurried") return { ...page, body: stored.body };
      const isCompressed = await this.#background
        .run(() => page.body.br.bytes())
        .then(
          () => true,
          () => false,
        );
      return isCompressed ? page : uncachedPage(fresh, page.madeAtMs);
    });
  }

  #start(key: string, make: () => Promise<StoredPage>): Promise<StoredPage> {
    const generation = this.#generation;
    const started = make()
      .then((page) => {
        if (generation === this.#generation) this.#store(key, page);
        return page;
      })
      .finally(() => {
        if (this.#renders.get(key) === started) this.#renders.delete(key);
      });
    this.#renders.set(key, started);
    return started;
  }

  #store(key: string, page: StoredPage): void {
    const { storedStatus = 200 } = this.#options;
    if (page.status !== storedStatus) {
      // A server error does not invalidate the stored page; any other status does.
      if (page.status < 500) this.#pages.delete(key);
      return;
    }
    this.#pages.set(key, page);
  }
}

/** A page from the future was made before the clock was set back: treat it as a day old. */
function ageOf({ madeAtMs }: StoredPage, nowMs: number): number {
  return nowMs >= madeAtMs ? nowMs - madeAtMs : MAX_FALLBACK_AGE_MS;
}

/** A page for one waiting visitor: a search, an open video, a first visit. */
export function uncachedPage(page: FreshPage, madeAtMs: number): StoredPage {
  return storedPage(page, "passing", madeAtMs);
}

function storedPage(
  { status, headers, html }: FreshPage,
  effort: CompressionEffort,
  madeAtMs: number,
): StoredPage {
  return { status, headers, body: precompress(html, effort), effort, madeAtMs };
}
