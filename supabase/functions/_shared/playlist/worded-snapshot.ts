import type { PlaylistSnapshot } from "./playlist.domain.ts";
import type { VideoWords } from "./playlist-settings.ts";

type Kept = {
  readonly words: VideoWords;
  readonly byLanguage: Map<string | null, PlaylistSnapshot>;
};

const kept = new WeakMap<PlaylistSnapshot, Kept>();

/**
 * A list with what the ministry says of its videos, in a reader's language, and without those that it
 * hides. The same object for the same list, words and language, so that its answer is made once.
 *
 * @param language the reader's; null takes the first text that there is.
 */
export function wordedSnapshot(
  snapshot: PlaylistSnapshot,
  words: VideoWords,
  language: string | null,
): PlaylistSnapshot {
  if (!snapshot.videos.some(({ id }) => Object.hasOwn(words, id))) return snapshot;
  const known = kept.get(snapshot);
  const current = known?.words === words ? known : { words, byLanguage: new Map() };
  kept.set(snapshot, current);
  const made = current.byLanguage.get(language) ?? withWords(snapshot, words, language);
  current.byLanguage.set(language, made);
  return made;
}

function withWords(
  snapshot: PlaylistSnapshot,
  words: VideoWords,
  language: string | null,
): PlaylistSnapshot {
  const textIn = (texts: Readonly<Record<string, string>> | undefined): string | undefined =>
    texts && (texts[language ?? ""] ?? Object.values(texts)[0]);
  return {
    ...snapshot,
    videos: snapshot.videos.flatMap((video) => {
      const said = Object.hasOwn(words, video.id) ? words[video.id] : undefined;
      if (said === undefined) return [video];
      if (said.isHidden === true) return [];
      const title = textIn(said.title) ?? video.title;
      return [{ ...video, title, description: textIn(said.description) ?? video.description }];
    }),
  };
}
