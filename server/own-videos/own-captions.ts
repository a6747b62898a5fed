import { type OwnVideoFacts, ownMediaUrl } from "#shared/contracts/own-videos.ts";
import type { CaptionTrack } from "#shared/contracts/programme-guide.ts";
import { LANGUAGE_FACTS, LANGUAGES } from "#shared/languages.ts";

/** Captions of an own video for players. */
export function ownCaptions(video: OwnVideoFacts): CaptionTrack[] {
  return LANGUAGES.filter((language) => video.captions.includes(language)).map((language) => ({
    language,
    label: LANGUAGE_FACTS[language].name,
    url: ownMediaUrl(video, `captions.${language}.vtt`),
  }));
}
