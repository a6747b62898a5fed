import type { LinkedVideo, PlaylistSnapshot, Video, VideoSaid } from "./playlist.domain.ts";
import type { VideoWords } from "./playlist-settings.ts";

/** Selects a title in the reader's language. */
export type TextIn = (texts: Readonly<Record<string, string>> | undefined) => string | undefined;

/**
 * Returns the linked videos by id: a prophecy links its confirmation and testimonies, and these
 * link back. Hidden videos are not linked.
 */
export function linksOf(words: VideoWords, textIn: TextIn): ReadonlyMap<string, LinkedVideo[]> {
  const links = new Map<string, LinkedVideo[]>();
  const relations = new Map(
    Object.values(words).flatMap(({ links: named = [] }) =>
      named.map(({ id, relation }) => [id, relation] as const),
    ),
  );
  const isShown = (id: string): boolean => wordsOf(words, id)?.isHidden !== true;
  const titleOf = (id: string): string | undefined => {
    const said = wordsOf(words, id);
    return textIn(said?.title) ?? said?.sourceTitle;
  };
  function put(id: string, link: LinkedVideo): void {
    links.set(id, [...(links.get(id) ?? []), link]);
  }
  for (const [id, { links: named = [] }] of Object.entries(words)) {
    if (!isShown(id)) continue;
    for (const link of named.filter((one) => one.id !== id && isShown(one.id))) {
      put(id, { id: link.id, title: titleOf(link.id) ?? link.title, relation: link.relation });
      const title = titleOf(id);
      if (title !== undefined) {
        put(link.id, { id, title, relation: relations.get(id) ?? "prophecy" });
      }
    }
  }
  return links;
}

/** Returns the details of a video; undefined for names such as "constructor". */
export function wordsOf(words: VideoWords, id: string): VideoWords[string] | undefined {
  return Object.hasOwn(words, id) ? words[id] : undefined;
}

type Kept = {
  readonly words: VideoWords;
  readonly byLanguage: Map<string | null, PlaylistSnapshot>;
};

const kept = new WeakMap<PlaylistSnapshot, Kept>();

/**
 * Returns a list with the ministry's details in a reader's language, without hidden videos. The
 * result is the same object for the same list, details and language, so that its response is built
 * once.
 *
 * @param language the reader's; null and languages without texts use the first text
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

/** Languages with texts: arbitrary ones would fill the memory with copies. */
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
