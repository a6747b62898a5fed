import type { BibleVersionFacts } from "#shared/bible/bible-versions.ts";
import { LANGUAGE_FACTS, nearestLanguage } from "#shared/languages.ts";
import { setFrench } from "#shared/typography.ts";

/** Some verses of a text, with what has to stand beside them. */
export type Quotation = {
  /** As people read it: "Jean 3:16 (LSG)". */
  reference: string;
  text: string;
  version: Pick<BibleVersionFacts, "language" | "licence" | "copyright">;
};

const NARROW_NO_BREAK_SPACE = "\u202f";

/** The words in the quotation marks of their own language. */
export function quotedText({ text, version }: Quotation): string {
  if (!LANGUAGE_FACTS[nearestLanguage(version.language)].hasSpacedMarks) return `“${text}”`;
  return `«${NARROW_NO_BREAK_SPACE}${setFrench(text)}${NARROW_NO_BREAK_SPACE}»`;
}
