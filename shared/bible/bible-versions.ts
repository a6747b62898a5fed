import type { Language } from "#shared/languages.ts";

/** The five versions of the specification (S3.12), in the order of the selector. */
export const BIBLE_VERSION_IDS = ["kjv", "nkjv", "esv", "niv", "nlt"] as const;

export type BibleVersionId = (typeof BIBLE_VERSION_IDS)[number];

/** What everybody may know about a version before asking for its text. */
export type BibleVersionFacts = {
  id: BibleVersionId;
  abbreviation: string;
  name: string;
  /** Of its text, for screen readers and voices. */
  language: Language;
  /** Public domain: may be kept, searched, spoken and copied freely. */
  isFree: boolean;
  /** The owner's line, shown with the text unless the provider sends its own. */
  copyright: string;
};

export const BIBLE_VERSIONS: Readonly<Record<BibleVersionId, BibleVersionFacts>> = {
  kjv: {
    id: "kjv",
    abbreviation: "KJV",
    name: "King James Version",
    language: "en",
    isFree: true,
    copyright:
      "King James Version - public domain; in the United Kingdom rights are vested in the Crown.",
  },
  nkjv: {
    id: "nkjv",
    abbreviation: "NKJV",
    name: "New King James Version",
    language: "en",
    isFree: false,
    copyright:
      "Scripture taken from the New King James Version®. Copyright © 1982 by Thomas Nelson. Used by permission. All rights reserved.",
  },
  esv: {
    id: "esv",
    abbreviation: "ESV",
    name: "English Standard Version",
    language: "en",
    isFree: false,
    copyright:
      "Scripture quotations are from the ESV® Bible (The Holy Bible, English Standard Version®), © 2001 by Crossway, a publishing ministry of Good News Publishers. Used by permission. All rights reserved.",
  },
  niv: {
    id: "niv",
    abbreviation: "NIV",
    name: "New International Version",
    language: "en",
    isFree: false,
    copyright:
      "Scripture quotations taken from The Holy Bible, New International Version® NIV® Copyright © 1973, 1978, 1984, 2011 by Biblica, Inc.™ Used by permission. All rights reserved worldwide.",
  },
  nlt: {
    id: "nlt",
    abbreviation: "NLT",
    name: "New Living Translation",
    language: "en",
    isFree: false,
    copyright:
      "Holy Bible, New Living Translation, copyright © 1996, 2004, 2015 by Tyndale House Foundation. Used by permission of Tyndale House Publishers. All rights reserved.",
  },
};

/** The version of a name in any case; undefined when it is none of the five. */
export function bibleVersion(id: string): BibleVersionFacts | undefined {
  const known = BIBLE_VERSION_IDS.find((candidate) => candidate === id.toLowerCase());
  return known && BIBLE_VERSIONS[known];
}
