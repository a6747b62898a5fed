import type { LinkedVideo, PlaylistSnapshot, Video, VideoSaid } from "./playlist.domain.ts";
import type { VideoOverrides } from "./playlist-settings.ts";

/** Selects a title in the reader's language. */
export type TextIn = (texts: Readonly<Record<string, string>> | undefined) => string | undefined;

/**
 * Returns the linked videos by id: a prophecy links its confirmation and testimonies, and these
 * link back. Hidden videos are not linked.
 */
function linksOf(overrides: VideoOverrides, textIn: TextIn): ReadonlyMap<string, LinkedVideo[]> {
  const links = new Map<string, LinkedVideo[]>();
  const relations = new Map(
    Object.values(overrides).flatMap(({ links: named = [] }) =>
      named.map(({ id, relation }) => [id, relation] as const),
    ),
  );
  const isShown = (id: string): boolean => overridesOf(overrides, id)?.isHidden !== true;
  const titleOf = (id: string): string | undefined => {
    const said = overridesOf(overrides, id);
    return textIn(said?.title) ?? said?.sourceTitle;
  };
  function addLink(id: string, link: LinkedVideo): void {
    links.set(id, [...(links.get(id) ?? []), link]);
  }
  for (const [id, { links: named = [] }] of Object.entries(overrides)) {
    if (!isShown(id)) continue;
    for (const link of named.filter((one) => one.id !== id && isShown(one.id))) {
      addLink(id, { id: link.id, title: titleOf(link.id) ?? link.title, relation: link.relation });
      const title = titleOf(id);
      if (title !== undefined) {
        addLink(link.id, { id, title, relation: relations.get(id) ?? "prophecy" });
      }
    }
  }
  return links;
}

/** Returns the details of a video; undefined for names such as "constructor". */
function overridesOf(overrides: VideoOverrides, id: string): VideoOverrides[string] | undefined {
  return Object.hasOwn(overrides, id) ? overrides[id] : undefined;
}

type CacheEntry = {
  readonly overrides: VideoOverrides;
  readonly byLanguage: Map<string | null, PlaylistSnapshot>;
};

const cache = new WeakMap<PlaylistSnapshot, CacheEntry>();

/**
 * Returns a list with the ministry's details in a reader's language, without hidden videos. The
 * result is the same object for the same list, details and language, so that its response is built
 * once.
 *
 * @param language the reader's; null and languages without texts use the first text
 */
export function localizedSnapshot(
  snapshot: PlaylistSnapshot,
  overrides: VideoOverrides,
  language: string | null,
): PlaylistSnapshot {
  if (Object.keys(overrides).length === 0) return snapshot;
  const before = cache.get(snapshot);
  const current = before?.overrides === overrides ? before : { overrides, byLanguage: new Map() };
  cache.set(snapshot, current);
  const written = language !== null && languagesOf(overrides).has(language) ? language : null;
  const made = current.byLanguage.get(written) ?? withOverrides(snapshot, overrides, written);
  current.byLanguage.set(written, made);
  return made;
}

const languages = new WeakMap<VideoOverrides, ReadonlySet<string>>();

/** Languages with texts: arbitrary ones would fill the memory with copies. */
function languagesOf(overrides: VideoOverrides): ReadonlySet<string> {
  const known = languages.get(overrides);
  if (known) return known;
  const found = new Set(
    Object.values(overrides).flatMap(({ title = {}, description = {}, series = {} }) =>
      [title, description, series].flatMap((texts) => Object.keys(texts)),
    ),
  );
  languages.set(overrides, found);
  return found;
}

/** Details that are there. */
function known(said: unknown): object {
  const entries = typeof said === "object" && said !== null ? Object.entries(said) : [];
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

function withOverrides(
  snapshot: PlaylistSnapshot,
  overrides: VideoOverrides,
  language: string | null,
): PlaylistSnapshot {
  const textIn: TextIn = (texts) => texts && (texts[language ?? ""] ?? Object.values(texts)[0]);
  const links = linksOf(overrides, textIn);
  const isAffected = ({ id }: Video): boolean => Object.hasOwn(overrides, id) || links.has(id);
  if (!snapshot.videos.some(isAffected)) return snapshot;
  return {
    ...snapshot,
    videos: snapshot.videos.flatMap((video) => {
      if (!isAffected(video)) return [video];
      const { isHidden, title, description, speaker, series, date, passage } =
        overridesOf(overrides, video.id) ?? {};
      if (isHidden === true) return [];
      const said: VideoSaid = {
        speaker,
        series: textIn(series),
        date,
        passage,
        links: links.get(video.id),
      };
      const hasDetails = Object.values(said).some((value) => value !== undefined);
      return [
        {
          ...video,
          title: textIn(title) ?? video.title,
          description: textIn(description) ?? video.description,
          ...(hasDetails && { said: { ...known(video.said), ...known(said) } }),
        },
      ];
    }),
  };
}
