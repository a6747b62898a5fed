import type { FreeTextFacts } from "#shared/bible/bible-versions.ts";
import type { WholeBible } from "./kjv-text.ts";

/** A free text stored whole on this server. */
export type StoredText = FreeTextFacts & {
  /** Changes with the text; derived data of an older revision is rebuilt. */
  revision: string;
  /** Download size of the whole text. */
  bytes: number;
};

/** Free texts on this server besides the King James Version. */
export type TextStore = {
  /** In the order of the selector, without incomplete texts. */
  list(): readonly StoredText[];
  /** @throws Error when the text is missing or damaged. */
  load(id: string): Promise<WholeBible>;
};

export const EMPTY_TEXT_STORE: TextStore = {
  list: () => [],
  load: (id) => Promise.reject(new Error(`There is no text ${id}`)),
};
