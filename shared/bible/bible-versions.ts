import type { Language } from "#shared/languages.ts";
import type { NumberingId } from "./numbering/numbering.ts";

/** The five versions of the specification (S3.12), in the order of the selector. */
export const BIBLE_VERSION_IDS = ["kjv", "nkjv", "esv", "niv", "nlt"] as const;

export type BibleVersionId = (typeof BIBLE_VERSION_IDS)[number];

/** All but `licensed` may be stored, searched, spoken and copied. */
export const BIBLE_LICENCES = ["pd", "cc0", "cc-by", "cc-by-sa", "cc-by-nd", "licensed"] as const;

export type BibleLicence = (typeof BIBLE_LICENCES)[number];

/** Public data of a version. */
export type BibleVersionFacts = {
  /** One of the five, or the id of a free text of this server. */
  id: string;
  abbreviation: string;
  name: string;
  /** BCP 47 tag of the text, for screen readers and voices. */
  language: string;
  numbering: NumberingId;
  licence: BibleLicence;
  /** Copyright notice, unless the provider sends one. */
  copyright: string;
};

export type SpecifiedVersion = BibleVersionFacts & { id: BibleVersionId };

/** A free text of a server besides the King James Version. */
export type FreeTextFacts = BibleVersionFacts & {
  licence: Exclude<BibleLicence, "licensed">;
  /** URL or description of the source. */
  source: string;
};

/** Returns whether a version may be stored, searched, spoken and copied. */
export function isFree({ licence }: Pick<BibleVersionFacts, "licence">): boolean {
  return licence !== "licensed";
}

type OfferedVersion = Pick<BibleVersionFacts, "id" | "language" | "licence"> & { state: string };

/** Returns whether a version is installed and free. */
export function isOpen(version: OfferedVersion): boolean {
  return isFree(version) && version.state === "ready";
}

/** Returns whether a text is in a language, in any regional variant. */
export function isIn(
  { language: tag }: Pick<BibleVersionFacts, "language">,
  language: Language,
): boolean {
  return tag.split("-")[0] === language;
}

/** Returns the default version: a free text in the language, otherwise the King James Version. */
export function firstVersion<Version extends OfferedVersion>(
  all: readonly Version[],
  language: Language,
): Version | undefined {
  return (
    all.find((version) => isOpen(version) && isIn(version, language)) ??
    all.find(({ id }) => id === BIBLE_VERSIONS.kjv.id)
  );
}

/** Valid ids of free texts. */
export const TEXT_ID = /^[a-z][a-z0-9-]{1,29}$/;

/** Ids of the free text service; they become URL paths and folder names. */
export const SERVICE_TEXT_ID = /^[A-Za-z0-9][A-Za-z0-9_-]{1,39}$/;

/** The French text that a server downloads automatically. */
export const LOUIS_SEGOND: Omit<FreeTextFacts, "source"> = {
  id: "lsg",
  abbreviation: "LSG",
  name: "Louis Segond 1910",
  language: "fr",
  numbering: "segond",
  licence: "pd",
  copyright: "Louis Segond 1910 - domaine public.",
};

/** Returns the numbering of references without a version on pages of a language. */
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

/** Returns the version with this id in any case, or undefined. */
export function bibleVersion(id: string): SpecifiedVersion | undefined {
  const known = BIBLE_VERSION_IDS.find((candidate) => candidate === id.toLowerCase());
  return known && BIBLE_VERSIONS[known];
}
