import { functionModule } from "../_shared/runtime/function-module.ts";
import { PLAYLIST_ENV_NAMES } from "../_shared/playlist/playlist-settings.ts";
import { playlistVideosOf } from "../_shared/playlist/playlist-videos.ts";

/** Videos of one of the ministry's playlists. */
export default functionModule(
  PLAYLIST_ENV_NAMES,
  (request, context) => playlistVideosOf(context).handle(request),
  { countsItself: true },
);
