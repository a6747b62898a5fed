import * as v from "valibot";
import { BIBLE_VERSIONS, isOpen } from "#shared/bible/bible-versions.ts";
import { renumberReference } from "#shared/bible/numbering/numbering.ts";
import { verseOfDay } from "#shared/bible/verse-of-day.domain.ts";
import { chapterAnswerSchema } from "#shared/contracts/bible-responses.ts";
import type { VerseOfDay } from "#shared/contracts/verse-of-day.ts";
import { referenceAddress } from "#shared/bible/numbering/passage-address.domain.ts";
import { referenceText } from "#shared/devotional/scripture.domain.ts";
import {
  DEFAULT_LANGUAGE,
  type Language,
  localisedPath,
  nearestLanguage,
} from "#shared/languages.ts";
import { type ListedVersion, listVersions, openVersion } from "#server/bible/open-version.ts";
import type { Transport } from "#shared/transport.ts";

export type DailyVerses = {
  /**
   * The verse of a day in the requested version if that is free and installed, else in a free text of the language,
   * else in the King James Version. Licensed texts are never used.
   *
   * @param translation id of a version; absent: no preference
   * @returns null for an unknown version
   * @throws Error when the Bible service does not respond
   */
  on(day: string, language: Language, translation?: string): Promise<VerseOfDay | null>;
  /** Language of a version; undefined for an unknown version. */
  languageOf(translation: string): Promise<Language | undefined>;
};

const chapterSchema = v.pick(chapterAnswerSchema, ["text", "copyright"]);

/** @param transport calls this server's Bible service. */
export function createDailyVerses(transport: Transport, siteUrl: string): DailyVerses {
  async function verseIn(
    version: ListedVersion,
    day: string,
    language: Language,
  ): Promise<VerseOfDay> {
    const numberings = { from: BIBLE_VERSIONS.kjv.numbering, to: version.numbering };
    const reference = renumberReference(verseOfDay(day), numberings);
    const requested = encodeURIComponent(referenceText(reference, DEFAULT_LANGUAGE));
    const response = await transport(`/api/bible/${requested}?translation=${version.id}`);
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
      const all = await listVersions(transport);
      const requested = versionOf(all, translation);
      if (translation !== undefined && !requested) return null;
      const version = requested && isOpen(requested) ? requested : openVersion(all, language);
      return verseIn(version, day, language);
    },
    async languageOf(translation) {
      const version = versionOf(await listVersions(transport), translation);
      return version && nearestLanguage(version.language);
    },
  };
}

function versionOf(
  all: readonly ListedVersion[],
  id: string | undefined,
): ListedVersion | undefined {
  return all.find((version) => version.id === id?.toLowerCase());
}
