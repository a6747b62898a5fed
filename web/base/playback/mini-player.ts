import { createStore, useStore } from "#web/lib/store.ts";

/** Players that outlive the page that started them, and the voice that reads a page aloud. */
type LastingPlayer = "video" | "sound" | "voice";

/** Ends each of them; a player that does not play is absent. */
const ends = new Map<LastingPlayer, () => void>();
const playing = createStore<readonly LastingPlayer[]>([]);

/**
 * Announces a video in the corner, the audio bar or a voice by a function that ends it; null when
 * there is none any more. One thing plays at a time: the others end.
 */
export function setMiniPlayer(player: LastingPlayer, end: (() => void) | null): void {
  if (end === (ends.get(player) ?? null)) return;
  if (end === null) ends.delete(player);
  else {
    ends.set(player, end);
    endMiniPlayer(player);
  }
  playing.set([...ends.keys()]);
}

/** Ends what plays outside of a page's players, because another one starts. @param except stays */
export function endMiniPlayer(except?: LastingPlayer): void {
  for (const [player, end] of ends) if (player !== except) end();
}

/** Returns true while a video plays in the corner, or sound in the audio bar. */
export function useHasMiniPlayer(): boolean {
  return useStore(playing).some((player) => player !== "voice");
}

/** Returns true while sound plays in the audio bar. */
export function useHasSound(): boolean {
  return useStore(playing).includes("sound");
}
