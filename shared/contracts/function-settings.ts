/** Where the site tells functions that run apart from it what was changed since their secrets were set. */
export const FUNCTION_SETTINGS_PATH = "/api/function-settings";

/** Variables that change while a site runs, as texts. */
export type FunctionSettings = {
  /** JSON object from category to playlist id. */
  PLAYLISTS: string;
  /** JSON object from the name of an own list to the ids of its videos. */
  OWN_LISTS: string;
  /** JSON object from a video's id to what the ministry says of it. */
  VIDEO_WORDS: string;
  /** Ids with commas between them. */
  CHANNELS: string;
};
