import { isWithin } from "#server/kit/durations.ts";
import { DEVOTIONAL_TIME_ZONE } from "#shared/devotional/devotional.ts";
import { calendarDay } from "#shared/devotional/devotional-date.ts";
import { LANGUAGES, type Language } from "#shared/languages.ts";
import type { DevotionalHit, PageHit, SiteSearch, VideoHit } from "#shared/contracts/search.ts";
import type { Ministry } from "#shared/site/ministry.ts";
import type { DevotionalStore } from "#server/devotional/devotional-store.ts";
import { bundledDevotionals, findableDevotionals, findablePages } from "./searchable-pages.ts";
import { createVideoLists, type VideoListsOptions } from "./searchable-videos.ts";
import { createTextIndex, type TextIndex } from "./text-index.ts";

export type CollectionsOptions = VideoListsOptions & {
  ministry: Pick<Ministry, "playlists" | "categories" | "links" | "services">;
  devotionals: DevotionalStore;
  now: () => number;
};

/** What is searched in one language alone. */
export type LanguageCollections = {
  devotionals: TextIndex<DevotionalHit>;
  pages: TextIndex<PageHit>;
};

/** Everything that is searched, the Bible apart, as it last was. */
export type SearchCollections = {
  videos: TextIndex<VideoHit>;
  in(language: Language): LanguageCollections;
  /** What could not be read up to now. */
  missing(): SiteSearch["missing"];
  /** Reads everything again, off the path of any request; one reading at a time. Never rejects. */
  refresh(): Promise<void>;
  /** Starts a reading where the last one is old; waits for the very first, a moment at most. */
  ready(): Promise<void>;
};

/** How old lists may be when somebody searches; pages and answers are kept for minutes anyway. */
const FRESH_MS = 2 * 60_000;
/** A search that comes before the first reading is done waits for it so long. */
const FIRST_PATIENCE_MS = 1_500;

/** Empty collections; `refresh` fills them. */
export function createSearchCollections(options: CollectionsOptions): SearchCollections {
  const { ministry, devotionals: store, now } = options;
  const readVideos = createVideoLists(options);
  const videos = createTextIndex<VideoHit>(now);
  const byLanguage = new Map<Language, LanguageCollections>();
  const known = new Set<Language>();
  let missing: SiteSearch["missing"] = ["videos", "devotionals"];
  let readAtMs: number | null = null;
  let reading: Promise<void> | null = null;

  function collectionsIn(language: Language): LanguageCollections {
    const found = byLanguage.get(language);
    if (found) return found;
    const made = {
      devotionals: createTextIndex<DevotionalHit>(now),
      pages: createTextIndex<PageHit>(now),
    };
    byLanguage.set(language, made);
    return made;
  }

  async function readDevotionals(language: Language): Promise<void> {
    const { devotionals } = collectionsIn(language);
    try {
      const today = calendarDay(now(), DEVOTIONAL_TIME_ZONE);
      await devotionals.update(await findableDevotionals(store, language, today));
      known.add(language);
    } catch {
      // What was published stays as it was; before any reading the product's own stand in.
      if (!known.has(language)) await devotionals.update(await bundledDevotionals(language));
    }
  }

  async function read(): Promise<void> {
    for (const language of LANGUAGES) {
      await collectionsIn(language).pages.update(findablePages(ministry, language));
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
      if (isFirst) await Promise.race([refreshed, patience()]);
    },
  };
}

function patience(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, FIRST_PATIENCE_MS).unref();
  });
}
