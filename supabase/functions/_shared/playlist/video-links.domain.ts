import type { LinkedVideo } from "./playlist.domain.ts";
import type { VideoWords } from "./playlist-settings.ts";

/** Titles of videos in a reader's language. */
export type TextIn = (texts: Readonly<Record<string, string>> | undefined) => string | undefined;

/**
 * The videos that belong together, by the id of each: a prophecy names its confirmation and the testimonies
 * that follow, and these lead back to it. What is hidden is named by nobody.
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

/** What is said of a video; nothing for a name that every object has. */
export function wordsOf(words: VideoWords, id: string): VideoWords[string] | undefined {
  return Object.hasOwn(words, id) ? words[id] : undefined;
}
