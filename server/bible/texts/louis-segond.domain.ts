import { LOUIS_SEGOND } from "#shared/bible/bible-versions.ts";
import type { TextManifest } from "./store/manifest.ts";

/** Id at the free service. */
export const LOUIS_SEGOND_SERVICE_ID = "fra_lsg";

/** Counts of the whole text. */
export const LOUIS_SEGOND_COUNTS = { books: 66, chapters: 1_189, verses: 31_170 };

const NAME = /segond|\blsg/iu;

/** Returns true for the whole Louis Segond of 1910 under any id, so that readers are offered only one. */
export function isLouisSegond(
  text: Pick<
    TextManifest,
    "id" | "name" | "abbreviation" | "language" | "licence" | "numbering" | "counts"
  >,
): boolean {
  const { books, chapters, verses } = text.counts;
  return (
    text.language.split("-")[0] === LOUIS_SEGOND.language &&
    text.licence === LOUIS_SEGOND.licence &&
    text.numbering === LOUIS_SEGOND.numbering &&
    [books, chapters, verses].join() === Object.values(LOUIS_SEGOND_COUNTS).join() &&
    NAME.test(`${text.id} ${text.name} ${text.abbreviation}`)
  );
}

/** Drops further copies of the Louis Segond: imported before fetched, newest first. */
export function withOneLouisSegond<Found extends { manifest: TextManifest }>(
  found: readonly Found[],
): readonly Found[] {
  const all = found.filter(({ manifest }) => isLouisSegond(manifest));
  const [first] = all.toSorted(
    (a, b) =>
      Number(a.manifest.serviceId !== null) - Number(b.manifest.serviceId !== null) ||
      (a.manifest.installedAt < b.manifest.installedAt ? 1 : -1),
  );
  return found.filter((text) => text === first || !all.includes(text));
}
