import { isWithin, MINUTE_MS } from "@reign-tv/kit/durations.ts";
import { DEVOTIONAL_TIME_ZONE } from "#shared/devotional/devotional.ts";
import { calendarDay } from "#shared/devotional/devotional-date.ts";
import { LANGUAGES, type Language } from "#shared/languages.ts";
import type { DevotionalHit, PageHit, SiteSearch, VideoHit } from "#shared/contracts/search.ts";
import type { Ministry } from "#shared/site/ministry.ts";
import type { DevotionalStore } from "#server/devotional/devotional-store.ts";
import {
  bundledDevotionals,
  searchableDevotionals,
  searchablePages,
  createVideoLists,
  type VideoListsDeps,
} from "./search-documents.ts";
import { createTextIndex, type TextIndex } from "./text-index.ts";

type CollectionsDeps = Omit<VideoListsDeps, "ministry"> & {
  ministry: () => Pick<Ministry, "playlists" | "categories" | "videos" | "links" | "services">;
  devotionals: DevotionalStore;
  now: () => number;
};

/** Collections of one language. */
type LanguageCollections = {
  devotionals: TextIndex<DevotionalHit>;
  pages: TextIndex<PageHit>;
};

/** All collections, except the Bible. */
export type SearchCollections = {
  videos: TextIndex<VideoHit>;
  in(language: Language): LanguageCollections;
  /** Collections that were never read. */
  missing(): SiteSearch["missing"];
  /** Reads all collections again in the background, once at a time. Never rejects. */
  refresh(): Promise<void>;
  /** Refreshes old collections; waits briefly for the first refresh. */
  ready(): Promise<void>;
};

/** Maximum age at a search; pages and responses are cached for minutes anyway. */
const FRESH_MS = 2 * MINUTE_MS;
/** Timeout of the first search for the first refresh. */
const FIRST_REFRESH_TIMEOUT_MS = 1_500;

/** Creates empty collections; `refresh` fills them. */
export function createSearchCollections(deps: CollectionsDeps): SearchCollections {
  const { ministry, devotionals: store, now } = deps;
  const readVideos = createVideoLists(deps);
  const videos = createTextIndex<VideoHit>(now);
  const byLanguage = new Map<Language, LanguageCollections>();
  const known = new Set<Language>();
  let missing: SiteSearch["missing"] = ["videos", "devotionals"];
  let readAtMs: number | null = null;
  let reading: Promise<void> | null = null;

  function collectionsIn(language: Language): LanguageCollections {
    const found = byLanguage.get(language);
    if (found) return found;
    const created = {
      devotionals: createTextIndex<DevotionalHit>(now),
      pages: createTextIndex<PageHit>(now),
    };
    byLanguage.set(language, created);
    return created;
  }

  async function readDevotionals(language: Language): Promise<void> {
    const { devotionals } = collectionsIn(language);
    try {
      const today = calendarDay(now(), DEVOTIONAL_TIME_ZONE);
      await devotionals.update(await searchableDevotionals(store, language, today));
      known.add(language);
    } catch {
      // Keep published devotionals; before the first reading use the bundled ones.
      if (!known.has(language)) await devotionals.update(await bundledDevotionals(language));
    }
  }

  async function read(): Promise<void> {
    for (const language of LANGUAGES) {
      await collectionsIn(language).pages.update(searchablePages(ministry(), language));
      await readDevotionals(language);
    }
    const lists = await readVideos();
    await videos.update(lists.videos);
    const areDevotionalsMissing = known.size < LANGUAGES.length;
    missing = [...lists.missing, ...(areDevotionalsMissing ? (["devotionals"] as const) : [])];
    readAtMs = now();
  }

  function refresh(): Promise<void> {
    reading ??= read().finally(() => (reading = null));
    return reading;
  }

  return {
    videos,
    in: collectionsIn,
    missing: () => missing,
    refresh,
    async ready() {
      const isFirst = readAtMs === null;
      const isOld = readAtMs === null || !isWithin(FRESH_MS, readAtMs, now());
      if (!isOld) return;
      const refreshed = refresh();
      if (isFirst) await Promise.race([refreshed, firstTimeout()]);
    },
  };
}

function firstTimeout(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, FIRST_REFRESH_TIMEOUT_MS).unref();
  });
}
