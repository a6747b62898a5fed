import * as v from "valibot";
import { BIBLE_VERSIONS, isFree } from "#shared/bible/bible-versions.ts";
import { renumberReference } from "#shared/bible/numbering/numbering.ts";
import { verseOfDay } from "#shared/bible/verse-of-day/verse-of-day.domain.ts";
import {
  chapterAnswerSchema,
  type VersionsAnswer,
  versionsAnswerSchema,
} from "#shared/contracts/bible-answers.ts";
import type { VerseOfDay } from "#shared/bible/verse-of-day/verse-answer.schema.ts";
import { referenceAddress } from "#shared/bible/numbering/passage-address.domain.ts";
import { referenceText } from "#shared/devotional/scripture.domain.ts";
import {
  DEFAULT_LANGUAGE,
  type Language,
  localisedPath,
  nearestLanguage,
} from "#shared/languages.ts";
import type { Transport } from "#shared/transport.ts";

type Version = VersionsAnswer["versions"][number];

export type DailyVerses = {
  /**
   * The verse of a day in the asked text where that is free and here, else in a free text of the language,
   * else in the King James Version: a licensed text is never told.
   *
   * @param translation id of a version; absent: none is asked for
   * @returns null for a version that nobody knows
   * @throws Error when the Bible service does not answer
   */
  on(day: string, language: Language, translation?: string): Promise<VerseOfDay | null>;
  /** The language of a version's text; undefined for a version that nobody knows. */
  languageOf(translation: string): Promise<Language | undefined>;
};

const chapterSchema = v.pick(chapterAnswerSchema, ["text", "copyright"]);

/** @param transport reaches this server's own Bible service. */
export function createDailyVerses(transport: Transport, siteUrl: string): DailyVerses {
  async function versions(): Promise<readonly Version[]> {
    const response = await transport("/api/bible/v1/versions");
    return v.parse(versionsAnswerSchema, await response.json()).versions;
  }

  async function verseIn(version: Version, day: string, language: Language): Promise<VerseOfDay> {
    const numberings = { from: BIBLE_VERSIONS.kjv.numbering, to: version.numbering };
    const reference = renumberReference(verseOfDay(day), numberings);
    const asked = encodeURIComponent(referenceText(reference, DEFAULT_LANGUAGE));
    const response = await transport(`/api/bible/${asked}?translation=${version.id}`);
    const { text, copyright } = v.parse(chapterSchema, await response.json());
    const path = `${referenceAddress(reference)}&version=${version.id}`;
    return {
      date: day,
      reference: referenceText(reference, language),
      text,
      translation_id: version.id,
      translation_name: version.name,
      translation_abbreviation: version.abbreviation,
      language: version.language,
      licence: version.licence,
      copyright,
      path,
      url: siteUrl + localisedPath(path, language),
    };
  }

  return {
    async on(day, language, translation) {
      const all = await versions();
      const asked = versionOf(all, translation);
      if (translation !== undefined && !asked) return null;
      const version = asked && isOpen(asked) ? asked : openVersion(all, language);
      return verseIn(version, day, language);
    },
    async languageOf(translation) {
      const version = versionOf(await versions(), translation);
      return version && nearestLanguage(version.language);
    },
  };
}

function versionOf(all: readonly Version[], id: string | undefined): Version | undefined {
  return all.find((version) => version.id === id?.toLowerCase());
}

function isOpen(version: Version): boolean {
  return isFree(version) && version.state === "ready";
}

/** @throws Error when not even the King James Version is here. */
function openVersion(all: readonly Version[], language: Language): Version {
  const open = all.filter(isOpen);
  const found =
    open.find((version) => nearestLanguage(version.language) === language) ??
    versionOf(open, BIBLE_VERSIONS.kjv.id);
  if (!found) throw new Error("There is no free text");
  return found;
}
