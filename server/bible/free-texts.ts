import { BIBLE_VERSIONS, bibleVersion } from "#shared/bible/bible-versions.ts";
import { createBoundedMap } from "#server/kit/bounded-map.ts";
import { createFreeText, type FreeText, type KeptChapters } from "./free-text.ts";
import type { WholeBible } from "./kjv-text.ts";
import type { TextStore } from "./text-store.ts";

/** All versions that this server holds whole: the King James Version and what stands on the shelf. */
export type FreeTexts = {
  /** The text of an id in any case; undefined when it is not here. */
  find(id: string): FreeText | undefined;
  /** The King James Version first, then the shelf in its order. */
  list(): readonly ListedText[];
};

/** `bytes`: size of the whole text as a browser downloads it. */
export type ListedText = Pick<FreeText, "terms"> & { bytes: number };

type FreeTextsOptions = {
  loadKjv: () => Promise<WholeBible>;
  shelf: TextStore;
};

/** Size of the King James Version as a browser downloads it, compressed with brotli. */
const KJV_BYTES = 1_137_000;
/** As many as a whole text has. */
const KEPT_CHAPTERS = 1_189;

/** Makes each text at its first use, and anew when the shelf holds another revision of it. */
export function createFreeTexts({ loadKjv, shelf }: FreeTextsOptions): FreeTexts {
  const chapters: KeptChapters = createBoundedMap(KEPT_CHAPTERS);
  const kjv = createFreeText({
    version: BIBLE_VERSIONS.kjv,
    revision: "",
    load: loadKjv,
    chapters,
  });
  const made = new Map<string, { revision: string; text: FreeText }>();

  function shelved(id: string): FreeText | undefined {
    const found = shelf.list().find((text) => text.id === id);
    if (!found) {
      made.delete(id);
      return undefined;
    }
    const { revision, bytes: _, ...version } = found;
    const known = made.get(id);
    if (known?.revision === revision) return known.text;
    const text = createFreeText({ version, revision, load: () => shelf.load(id), chapters });
    made.set(id, { revision, text });
    return text;
  }

  return {
    find(asked) {
      const id = asked.toLowerCase();
      return id === "kjv" ? kjv : shelved(id);
    },
    list: () => [
      { terms: kjv.terms, bytes: KJV_BYTES },
      ...shelf.list().flatMap(({ id, bytes }) => {
        const text = shelved(id);
        return text ? [{ terms: text.terms, bytes }] : [];
      }),
    ],
  };
}

/** Of the five, those of licences are known but not free; anything else is no translation. */
export function whyNotFree(id: string): "notFree" | "noTranslation" {
  return bibleVersion(id) ? "notFree" : "noTranslation";
}
