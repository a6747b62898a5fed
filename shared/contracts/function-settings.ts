/** Serves current settings to functions that run outside this server. */
export const FUNCTION_SETTINGS_PATH = "/api/function-settings";

/** Variables that can change at run time. */
export type FunctionSettings = {
  /** JSON object from category to playlist id. */
  PLAYLISTS: string;
  /** JSON object from the name of a custom playlist to its video ids. */
  OWN_LISTS: string;
  /** JSON object from video id to the ministry's details. */
  VIDEO_WORDS: string;
  /** Comma-separated ids. */
  CHANNELS: string;
};
