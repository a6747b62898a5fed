import { type FreeTextFacts, BIBLE_VERSIONS, bibleVersion } from "#shared/bible/bible-versions.ts";
import type { WholeBible } from "./kjv-text.ts";
import { createBoundedMap } from "@reign-tv/kit/bounded-map.ts";
import { createFreeText, type FreeText, type ChapterCacheMap } from "./free-text.ts";

/** A free text stored whole on this server. */
export type StoredText = FreeTextFacts & {
  /** Changes with the text; derived data of an older revision is rebuilt. */
  revision: string;
  /** Download size of the whole text. */
  bytes: number;
};

/** Free texts on this server besides the King James Version. */
export type TextStore = {
  /** In the order of the selector, without incomplete texts. */
  list(): readonly StoredText[];
  /** @throws Error when the text is missing or damaged. */
  load(id: string): Promise<WholeBible>;
};

export const EMPTY_TEXT_STORE: TextStore = {
  list: () => [],
  load: (id) => Promise.reject(new Error(`There is no text ${id}`)),
};

/** Complete versions on this server: the King James Version and the text store. */
export type FreeTexts = {
  /** Finds a text by its id in any case. */
  find(id: string): FreeText | undefined;
  /** The King James Version first, then the text store in its order. */
  list(): readonly ListedText[];
};

/** `bytes`: download size of the whole text. */
type ListedText = Pick<FreeText, "terms"> & { bytes: number };

type FreeTextsDeps = {
  loadKjv: () => Promise<WholeBible>;
  store: TextStore;
};

/** Download size of the King James Version with brotli. */
const KJV_BYTES = 1_137_000;
/** Chapters of one whole text. */
const MAX_CACHED_CHAPTERS = 1_189;

/** Creates each text at its first use, and again after its revision changed. */
export function createFreeTexts({ loadKjv, store }: FreeTextsDeps): FreeTexts {
  const chapters: ChapterCacheMap = createBoundedMap(MAX_CACHED_CHAPTERS);
  const kjv = createFreeText({
    version: BIBLE_VERSIONS.kjv,
    revision: "",
    load: loadKjv,
    chapters,
  });
  const made = new Map<string, { revision: string; text: FreeText }>();

  function storedText(id: string): FreeText | undefined {
    const found = store.list().find((text) => text.id === id);
    if (!found) {
      made.delete(id);
      return undefined;
    }
    const { revision, bytes: _, ...version } = found;
    const known = made.get(id);
    if (known?.revision === revision) return known.text;
    const text = createFreeText({ version, revision, load: () => store.load(id), chapters });
    made.set(id, { revision, text });
    return text;
  }

  return {
    find(name) {
      const id = name.toLowerCase();
      return id === "kjv" ? kjv : storedText(id);
    },
    list: () => [
      { terms: kjv.terms, bytes: KJV_BYTES },
      ...store.list().flatMap(({ id, bytes }) => {
        const text = storedText(id);
        return text ? [{ terms: text.terms, bytes }] : [];
      }),
    ],
  };
}

/** An id of a licensed version is "not free"; any other is unknown. */
export function whyNotFree(id: string): "notFree" | "noTranslation" {
  return bibleVersion(id) ? "notFree" : "noTranslation";
}
