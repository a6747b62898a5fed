import type { Language } from "#shared/languages.ts";
import type { NumberingId } from "./numbering/numbering.ts";

/** The five versions of the specification (S3.12), in the order of the selector. */
export const BIBLE_VERSION_IDS = ["kjv", "nkjv", "esv", "niv", "nlt"] as const;

export type BibleVersionId = (typeof BIBLE_VERSION_IDS)[number];

/** What one may do with a text: everything with those of the public domain and of the free licences. */
export const BIBLE_LICENCES = ["pd", "cc0", "cc-by", "cc-by-sa", "cc-by-nd", "licensed"] as const;

export type BibleLicence = (typeof BIBLE_LICENCES)[number];

/** What everybody may know about a version before asking for its text. */
export type BibleVersionFacts = {
  /** One of the five, or the id of a free text that this server holds. */
  id: string;
  abbreviation: string;
  name: string;
  /** Of its text, as a BCP 47 tag, for screen readers and voices. */
  language: string;
  numbering: NumberingId;
  licence: BibleLicence;
  /** The owner's line, shown with the text unless the provider sends its own. */
  copyright: string;
};

/** One of the five versions. */
export type SpecifiedVersion = BibleVersionFacts & { id: BibleVersionId };

/** A free text that a server holds besides the King James Version. */
export type FreeTextFacts = BibleVersionFacts & {
  licence: Exclude<BibleLicence, "licensed">;
  /** Where the text was taken from, as an address or in words. */
  source: string;
};

/** Whether a version may be kept, searched, spoken and copied freely. */
export function isFree({ licence }: Pick<BibleVersionFacts, "licence">): boolean {
  return licence !== "licensed";
}

/** What tells whether a version opens for readers of a language. */
type OfferedVersion = Pick<BibleVersionFacts, "id" | "language" | "licence"> & { state: string };

/** Whether a version is here and may be shown, searched and quoted by anybody. */
export function isOpen(version: OfferedVersion): boolean {
  return isFree(version) && version.state === "ready";
}

/** Whether a text is in a language, whatever its country. */
export function isIn(
  { language: tag }: Pick<BibleVersionFacts, "language">,
  language: Language,
): boolean {
  return tag.split("-")[0] === language;
}

/** What opens for readers of a language who have not chosen: a free text in it, else the King James Version. */
export function firstVersion<Version extends OfferedVersion>(
  all: readonly Version[],
  language: Language,
): Version | undefined {
  return (
    all.find((version) => isOpen(version) && isIn(version, language)) ??
    all.find(({ id }) => id === BIBLE_VERSIONS.kjv.id)
  );
}

/** Ids that a free text may have. */
export const TEXT_ID = /^[a-z][a-z0-9-]{1,29}$/;

/** The French text that a server fetches by itself. */
export const LOUIS_SEGOND: Omit<FreeTextFacts, "source"> = {
  id: "lsg",
  abbreviation: "LSG",
  name: "Louis Segond 1910",
  language: "fr",
  numbering: "segond",
  licence: "pd",
  copyright: "Louis Segond 1910 - domaine public.",
};

/** The numbering in which a reference without a version is meant on a page of a language. */
export function numberingOfLanguage(language: Language): NumberingId {
  return LOUIS_SEGOND.language === language ? LOUIS_SEGOND.numbering : "kjv";
}

export const BIBLE_VERSIONS: Readonly<Record<BibleVersionId, SpecifiedVersion>> = {
  kjv: {
    id: "kjv",
    abbreviation: "KJV",
    name: "King James Version",
    language: "en",
    numbering: "kjv",
    licence: "pd",
    copyright:
      "King James Version - public domain; in the United Kingdom rights are vested in the Crown.",
  },
  nkjv: {
    id: "nkjv",
    abbreviation: "NKJV",
    name: "New King James Version",
    language: "en",
    numbering: "kjv",
    licence: "licensed",
    copyright:
      "Scripture taken from the New King James Version®. Copyright © 1982 by Thomas Nelson. Used by permission. All rights reserved.",
  },
  esv: {
    id: "esv",
    abbreviation: "ESV",
    name: "English Standard Version",
    language: "en",
    numbering: "kjv",
    licence: "licensed",
    copyright:
      "Scripture quotations are from the ESV® Bible (The Holy Bible, English Standard Version®), © 2001 by Crossway, a publishing ministry of Good News Publishers. Used by permission. All rights reserved.",
  },
  niv: {
    id: "niv",
    abbreviation: "NIV",
    name: "New International Version",
    language: "en",
    numbering: "kjv",
    licence: "licensed",
    copyright:
      "Scripture quotations taken from The Holy Bible, New International Version® NIV® Copyright © 1973, 1978, 1984, 2011 by Biblica, Inc.™ Used by permission. All rights reserved worldwide.",
  },
  nlt: {
    id: "nlt",
    abbreviation: "NLT",
    name: "New Living Translation",
    language: "en",
    numbering: "kjv",
    licence: "licensed",
    copyright:
      "Holy Bible, New Living Translation, copyright © 1996, 2004, 2015 by Tyndale House Foundation. Used by permission of Tyndale House Publishers. All rights reserved.",
  },
};

/** The version of a name in any case; undefined when it is none of the five. */
export function bibleVersion(id: string): SpecifiedVersion | undefined {
  const known = BIBLE_VERSION_IDS.find((candidate) => candidate === id.toLowerCase());
  return known && BIBLE_VERSIONS[known];
}
