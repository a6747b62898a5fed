import { parseStoredSnapshot } from "./playlist.domain.ts";
import type { PlaylistSnapshot } from "./playlist.domain.ts";
import type { FunctionLog, KeyValueStore } from "../runtime/runtime.ts";

/** Last valid response of each playlist, in the host's durable store. */
export type LastGoodAnswers = {
  /** Null without a valid stored response, or if the store fails. */
  load(playlistId: string): Promise<PlaylistSnapshot | null>;
  /** Never rejects: a failing store does not fail the response. */
  save(playlistId: string, snapshot: PlaylistSnapshot): Promise<void>;
};

const storeKey = (playlistId: string): string => `youtube-playlist:${playlistId}`;

/** Stores responses of the platform; the bundled library is always available. */
export function createLastGoodAnswers(store: KeyValueStore, log: FunctionLog): LastGoodAnswers {
  return {
    async load(playlistId) {
      try {
        const text = await store.get(storeKey(playlistId));
        return text === null ? null : parseStoredSnapshot(text);
      } catch {
        log("warn", "the store could not be read; starting without the last good answer");
        return null;
      }
    },
    async save(playlistId, snapshot) {
      if (snapshot.source === "bundled") return;
      try {
        await store.set(storeKey(playlistId), JSON.stringify(snapshot));
      } catch {
        log("warn", "the last good answer could not be stored", { playlistId });
      }
    },
  };
}
