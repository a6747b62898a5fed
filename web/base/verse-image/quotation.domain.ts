import type { BibleVersionFacts } from "#shared/bible/bible-versions.ts";
import { LANGUAGE_FACTS, nearestLanguage } from "#shared/languages.ts";
import { setFrench } from "#shared/typography.ts";

/** Some verses of a text with their attribution. */
export type Quotation = {
  /** Readable form: "Jean 3:16 (LSG)". */
  reference: string;
  text: string;
  version: Pick<BibleVersionFacts, "language" | "licence" | "copyright">;
};

const NARROW_NO_BREAK_SPACE = "\u202f";

/** Returns the text in the quotation marks of its language. */
export function quotedText({ text, version }: Quotation): string {
  if (!LANGUAGE_FACTS[nearestLanguage(version.language)].hasSpacedMarks) return `“${text}”`;
  return `«${NARROW_NO_BREAK_SPACE}${setFrench(text)}${NARROW_NO_BREAK_SPACE}»`;
}
