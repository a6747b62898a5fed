export type SessionHandlers = {
  play: () => void;
  pause: () => void;
  /** Absent for a live stream. */
  seekTo?: (seconds: number) => void;
};

type NowPlaying = { title: string; artist: string; artwork: string | null };

const SKIP_SECONDS = 10;

/** Sets the title of lock screens, headsets and keyboards. */
export function announceNowPlaying({ title, artist, artwork }: NowPlaying): void {
  if (!("mediaSession" in navigator)) return;
  navigator.mediaSession.metadata = new MediaMetadata({
    title,
    artist,
    artwork: artwork === null ? [] : [{ src: artwork }],
  });
}

/** Handles the actions of lock screens, headsets and media keys. */
export function handleMediaKeys(video: HTMLVideoElement, handlers: SessionHandlers): void {
  if (!("mediaSession" in navigator)) return;
  const { seekTo } = handlers;
  handle("play", handlers.play);
  handle("pause", handlers.pause);
  if (!seekTo) return;
  handle("seekto", ({ seekTime }) => seekTo(seekTime ?? video.currentTime));
  handle("seekbackward", ({ seekOffset }) =>
    seekTo(video.currentTime - (seekOffset ?? SKIP_SECONDS)),
  );
  handle("seekforward", ({ seekOffset }) =>
    seekTo(video.currentTime + (seekOffset ?? SKIP_SECONDS)),
  );
  video.addEventListener("timeupdate", () => updatePosition(video));
}

function handle(action: MediaSessionAction, handler: MediaSessionActionHandler): void {
  try {
    navigator.mediaSession.setActionHandler(action, handler);
  } catch {
    // The browser does not support the action, so its button is not shown.
  }
}

function updatePosition({ duration, currentTime, playbackRate }: HTMLVideoElement): void {
  if (!Number.isFinite(duration) || duration <= 0) return;
  navigator.mediaSession.setPositionState?.({
    duration,
    playbackRate,
    position: Math.min(currentTime, duration),
  });
}
