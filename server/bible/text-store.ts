import type { FreeTextFacts } from "#shared/bible/bible-versions.ts";
import type { WholeBible } from "./kjv-text.ts";

/** A free text that is whole on this server. */
export type StoredText = FreeTextFacts & {
  /** Changes with the text: what was made of an earlier one is made anew. */
  revision: string;
  /** Size of the whole text as a browser downloads it. */
  bytes: number;
};

/** The free texts that this server holds besides the King James Version. */
export type TextStore = {
  /** In the order of the selector. What is half there is not among them. */
  list(): readonly StoredText[];
  /** @throws Error when the text is not there, or is damaged. */
  load(id: string): Promise<WholeBible>;
};

/** No text but the King James Version. */
export const EMPTY_TEXT_STORE: TextStore = {
  list: () => [],
  load: (id) => Promise.reject(new Error(`There is no text ${id}`)),
};
