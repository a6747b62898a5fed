/** Id of the element with the script's texts as JSON (`TvPlayerTexts`). */
export const TV_TEXTS_ID = "tv-texts";

/**
 * Playback of a card's `data-source`: `hls` and `file` in a video element, `frame` in an external
 * player's frame; `off`: nothing plays, and `data-words` is the message.
 */
export type TvPlayKind = "hls" | "file" | "frame" | "off";

/** Element of the page in which the code for a phone is shown. */
export const TV_PAIRING_ID = "tv-pairing";

/** The calls between televisions, the server and phones. */
export const TV_API_PATH = "/api/tv";
