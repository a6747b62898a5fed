import type { PlaylistSnapshot, Video, VideoSaid } from "./playlist.domain.ts";
import type { VideoWords } from "./playlist-settings.ts";
import { linksOf, type TextIn, wordsOf } from "./video-links.domain.ts";

type Kept = {
  readonly words: VideoWords;
  readonly byLanguage: Map<string | null, PlaylistSnapshot>;
};

const kept = new WeakMap<PlaylistSnapshot, Kept>();

/**
 * A list with what the ministry says of its videos, in a reader's language, and without those that it
 * hides. The same object for the same list, words and language, so that its answer is made once.
 *
 * @param language the reader's; null, and one in which nothing is said, take the first text that there is.
 */
export function wordedSnapshot(
  snapshot: PlaylistSnapshot,
  words: VideoWords,
  language: string | null,
): PlaylistSnapshot {
  if (Object.keys(words).length === 0) return snapshot;
  const known = kept.get(snapshot);
  const current = known?.words === words ? known : { words, byLanguage: new Map() };
  kept.set(snapshot, current);
  const written = language !== null && languagesOf(words).has(language) ? language : null;
  const made = current.byLanguage.get(written) ?? withWords(snapshot, words, written);
  current.byLanguage.set(written, made);
  return made;
}

const languages = new WeakMap<VideoWords, ReadonlySet<string>>();

/** The languages in which something is said: made-up ones would fill the memory with copies. */
function languagesOf(words: VideoWords): ReadonlySet<string> {
  const known = languages.get(words);
  if (known) return known;
  const found = new Set(
    Object.values(words).flatMap(({ title = {}, description = {}, series = {} }) =>
      [title, description, series].flatMap((texts) => Object.keys(texts)),
    ),
  );
  languages.set(words, found);
  return found;
}

function withWords(
  snapshot: PlaylistSnapshot,
  words: VideoWords,
  language: string | null,
): PlaylistSnapshot {
  const textIn: TextIn = (texts) => texts && (texts[language ?? ""] ?? Object.values(texts)[0]);
  const links = linksOf(words, textIn);
  const isNamed = ({ id }: Video): boolean => Object.hasOwn(words, id) || links.has(id);
  if (!snapshot.videos.some(isNamed)) return snapshot;
  return {
    ...snapshot,
    videos: snapshot.videos.flatMap((video) => {
      if (!isNamed(video)) return [video];
      const { isHidden, title, description, speaker, series, date, passage } =
        wordsOf(words, video.id) ?? {};
      if (isHidden === true) return [];
      const said: VideoSaid = {
        speaker,
        series: textIn(series),
        date,
        passage,
        links: links.get(video.id),
      };
      const isSaid = Object.values(said).some((value) => value !== undefined);
      return [
        {
          ...video,
          title: textIn(title) ?? video.title,
          description: textIn(description) ?? video.description,
          ...(isSaid && { said }),
        },
      ];
    }),
  };
}
