import { type BoundedMap, createBoundedMap } from "#server/kit/bounded-map.ts";
import { createWorkQueue } from "#server/kit/work-queue.ts";
import {
  type CompressionEffort,
  type PrecompressedBody,
  precompress,
} from "#server/kit/http/precompressed-body.ts";
import { DAY_MS } from "#server/kit/durations.ts";

/** A page as it is sent: ready in every encoding, with its validators. */
export type StoredPage = {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: PrecompressedBody;
  effort: CompressionEffort;
  madeAtMs: number;
};

/** A page that was just rendered. */
export type FreshPage = { status: number; headers: Record<string, string>; html: string };

type PageCacheOptions = {
  now: () => number;
  /** A page younger than this is sent as it is. */
  freshMs: number;
  /** A page older than this is rendered anew before it is sent; between the two, behind it. */
  maxAgeMs: number;
  maxPages: number;
  /** The one status whose pages are kept. */
  keptStatus?: 200 | 404;
  /** Told how each page was found; "stale" is sent as it is and made anew behind its visitor. */
  onLookup?: ((result: PageLookup) => void) | undefined;
};

export type PageLookup = "hit" | "stale" | "miss";

type PageRequest = {
  render: () => Promise<FreshPage>;
  /** Asked before a visitor's request starts a render; throws where that visitor may not. */
  admit?: () => Promise<void>;
};

/** When no render can be had, a page as old as this is still better than none. */
const OLDEST_STAND_IN_MS = DAY_MS;
/** Compressing well takes 80 ms of CPU a page: one at a time, behind everybody's back. */
const UNHURRIED_QUEUE = { running: 1, waiting: 20 };

/**
 * Pages in memory, shared by all visitors because they hold nothing personal: stale-while-revalidate,
 * one render at a time for each key, bounded, least recently used first out. While no render can be
 * had (it fails, or the visitor may not start one) the old page stands in.
 */
export class PageCache {
  readonly #options: PageCacheOptions;
  readonly #pages: BoundedMap<string, StoredPage>;
  readonly #renders = new Map<string, Promise<StoredPage>>();
  readonly #unhurried = createWorkQueue(UNHURRIED_QUEUE);
  /** Rises with every `forget`: what was being rendered before may hold what was forgotten. */
  #generation = 0;

  constructor(options: PageCacheOptions) {
    this.#options = options;
    this.#pages = createBoundedMap(options.maxPages);
  }

  /** The page under `key`; renders it when there is none or it is too old. */
  async get(key: string, request: PageRequest): Promise<StoredPage> {
    const { now, freshMs, maxAgeMs, onLookup } = this.#options;
    const kept = this.#pages.get(key);
    const ageMs = kept ? ageOf(kept, now()) : Infinity;
    onLookup?.(ageMs > maxAgeMs ? "miss" : ageMs > freshMs ? "stale" : "hit");
    if (!kept) return this.#renderOnce(key, request);
    if (ageMs > maxAgeMs) return this.#renewOrKeep(key, request, kept);
    if (ageMs > freshMs) {
      // A failed refresh keeps the page that is there; the next visitor tries again.
      this.#refreshBehind(key, request, kept).catch(() => undefined);
    }
    this.#pages.set(key, kept);
    return kept;
  }

  /** Has a page ready before anybody asks for it. */
  async warm(key: string, request: PageRequest): Promise<void> {
    if (!this.#pages.get(key)) await this.#refreshBehind(key, request, null);
  }

  /** Forgets the pages whose keys begin with `prefix`, and what is being rendered now. */
  forget(prefix = ""): void {
    this.#generation += 1;
    for (const pages of [this.#pages, this.#renders]) {
      for (const key of pages.keys()) if (key.startsWith(prefix)) pages.delete(key);
    }
  }

  async #renewOrKeep(key: string, request: PageRequest, kept: StoredPage): Promise<StoredPage> {
    const isStandIn = ageOf(kept, this.#options.now()) <= OLDEST_STAND_IN_MS;
    try {
      const page = await this.#renderOnce(key, request);
      return page.status >= 500 && isStandIn ? kept : page;
    } catch (error) {
      if (isStandIn) return kept;
      throw error;
    }
  }

  async #renderOnce(key: string, { render, admit }: PageRequest): Promise<StoredPage> {
    const running = this.#renders.get(key);
    if (running) return running;
    await admit?.();
    const startedMeanwhile = this.#renders.get(key);
    if (startedMeanwhile) return startedMeanwhile;
    return this.#start(key, async () => passingPage(await render(), this.#options.now()));
  }

  /** Renders behind the visitor's back; what comes out is compressed well before it takes its place. */
  async #refreshBehind(
    key: string,
    { render }: PageRequest,
    kept: StoredPage | null,
  ): Promise<void> {
    if (this.#renders.has(key)) return;
    await this.#start(key, async () => {
      const fresh = await render();
      const page = storedPage(fresh, "unhurried", this.#options.now());
      const isSame = page.body.identity.etag === kept?.body.identity.etag;
      if (kept && isSame && kept.effort === "unhurried") return { ...page, body: kept.body };
      const isCompressed = await this.#unhurried
        .run(() => page.body.br.bytes())
        .then(
          () => true,
          () => false,
        );
      return isCompressed ? page : passingPage(fresh, page.madeAtMs);
    });
  }

  #start(key: string, make: () => Promise<StoredPage>): Promise<StoredPage> {
    const generation = this.#generation;
    const started = make()
      .then((page) => {
        if (generation === this.#generation) this.#keep(key, page);
        return page;
      })
      .finally(() => {
        if (this.#renders.get(key) === started) this.#renders.delete(key);
      });
    this.#renders.set(key, started);
    return started;
  }

  #keep(key: string, page: StoredPage): void {
    const { keptStatus = 200 } = this.#options;
    if (page.status !== keptStatus) {
      // A failure says nothing of the page that is there; anything else does.
      if (page.status < 500) this.#pages.delete(key);
      return;
    }
    this.#pages.set(key, page);
  }
}

/** A page from the future was made before the clock was set back; it is a day old at most. */
function ageOf({ madeAtMs }: StoredPage, nowMs: number): number {
  return nowMs >= madeAtMs ? nowMs - madeAtMs : OLDEST_STAND_IN_MS;
}

/** A page that is sent to the visitor who waits for it: a search, an open video, a first visit. */
export function passingPage(page: FreshPage, madeAtMs: number): StoredPage {
  return storedPage(page, "passing", madeAtMs);
}

function storedPage(
  { status, headers, html }: FreshPage,
  effort: CompressionEffort,
  madeAtMs: number,
): StoredPage {
  return { status, headers, body: precompress(html, effort), effort, madeAtMs };
}
