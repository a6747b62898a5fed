import type { CategoryId } from "#shared/videos/categories.ts";
import type { EmbedMessage } from "#shared/embed/embed-protocol.ts";
import type { Video } from "#shared/contracts/playlist-videos.ts";
import { hasStoredSession } from "#web/lib/session/session-flag.ts";
import type { Site } from "#web/lib/site.ts";
import { readStored } from "#web/lib/storage/storage.ts";
import { writeList } from "#web/lib/storage/stored-list.ts";
import { savePlaybackPosition } from "#web/base/playback/playback-position.ts";
import {
  RECORDING_PAUSED,
  WATCH_POSITIONS,
  watchHistoryEntry,
} from "#web/base/playback/watch-storage.ts";
import { withPosition, withWatched } from "./watch-history.domain.ts";

export type Watching = {
  video: Video;
  category: CategoryId;
};

/**
 * Records a player's messages: the position on this device and in the account, and the watch
 * history of members.
 */
export async function trackWatching(
  site: Site,
  watching: Watching,
  message: EmbedMessage,
): Promise<void> {
  void savePlaybackPosition(watching, message);
  if (message.t === "time" && message.dur > 0) {
    if (readStored(RECORDING_PAUSED)) return;
    const time = { seconds: message.pos, ofSeconds: message.dur };
    const positions = withPosition(readStored(WATCH_POSITIONS), watching, time);
    writeList(WATCH_POSITIONS, positions);
    // Home reserves the space of "Continue watching" and loads it.
    document.documentElement.classList.toggle("has-kept", positions.length > 0);
  } else if (message.t === "state" && message.s === "playing" && hasStoredSession()) {
    const { signedInUser } = await import("#web/lib/session/load-session.ts");
    const user = await signedInUser(site);
    if (!user) return;
    const entry = watchHistoryEntry(user.id);
    writeList(entry, withWatched(readStored(entry), watching, Date.now()));
  }
}
