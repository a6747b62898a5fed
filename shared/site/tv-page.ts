/** What the server writes into the television page and the script of that page reads. */

/** The element that holds the script's texts as JSON (`TvPlayerTexts`). */
export const TV_TEXTS_ID = "tv-texts";

/**
 * How a card's `data-source` is played: `hls` and `file` in a video element, `frame` in the frame of a
 * platform or provider; `off`: nothing plays, and `data-words` says so.
 */
export type TvPlayKind = "hls" | "file" | "frame" | "off";
