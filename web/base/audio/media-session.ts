import type { ListenControls } from "./now-listening.ts";

type Shown = { title: string; artist: string; artwork: readonly MediaImage[] };

/** Skips of the bar, of lock screens and of headsets, in seconds. */
export const SKIP_BACK_S = 15;
export const SKIP_FORWARD_S = 30;

const ACTIONS = ["play", "pause", "stop", "seekbackward", "seekforward", "seekto"] as const;

/** Sets what lock screens, headsets and cars show. */
export function showOnLockScreen({ title, artist, artwork }: Shown): void {
  if (!("mediaSession" in navigator)) return;
  navigator.mediaSession.metadata = new MediaMetadata({ title, artist, artwork: [...artwork] });
}

/** Handles their buttons. @param skip moves by some seconds; absent for a live stream */
export function handleLockScreen(
  { play, pause, stop, seek }: ListenControls,
  skip?: (seconds: number) => void,
): void {
  handle("play", play);
  handle("pause", pause);
  handle("stop", stop);
  handle("seekbackward", skip && (({ seekOffset }) => skip(-(seekOffset ?? SKIP_BACK_S))));
  handle("seekforward", skip && (({ seekOffset }) => skip(seekOffset ?? SKIP_FORWARD_S)));
  handle("seekto", seek && (({ seekTime }) => seek(seekTime ?? 0)));
}

/** Removes everything from lock screens. */
export function leaveLockScreen(): void {
  if (!("mediaSession" in navigator)) return;
  navigator.mediaSession.metadata = null;
  navigator.mediaSession.playbackState = "none";
  for (const action of ACTIONS) handle(action, undefined);
}

/** Sets the state and, for a recording, its position. */
export function updateLockScreen(audio: HTMLAudioElement): void {
  if (!("mediaSession" in navigator)) return;
  navigator.mediaSession.playbackState = audio.paused ? "paused" : "playing";
  const { duration, currentTime, playbackRate } = audio;
  if (!Number.isFinite(duration) || duration <= 0) return;
  navigator.mediaSession.setPositionState?.({
    duration,
    playbackRate,
    position: Math.min(currentTime, duration),
  });
}

function handle(
  action: (typeof ACTIONS)[number],
  handler: MediaSessionActionHandler | undefined,
): void {
  if (!("mediaSession" in navigator)) return;
  try {
    navigator.mediaSession.setActionHandler(action, handler ?? null);
  } catch {
    // The browser does not support the action, so its button is not shown.
  }
}
