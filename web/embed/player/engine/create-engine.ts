import type { PlayerSource } from "#shared/embed/embed-config.ts";
import type { Engine, EngineEvents } from "./engine.ts";

const HLS_TYPE = "application/vnd.apple.mpegurl";

/**
 * Chooses the engine; null when the browser has none for the source. Rejects when the code of the
 * engine cannot be loaded. A browser's own HLS is used only where it is known to be good: Chromium from
 * 142 on says "maybe" and plays, but stalls every few seconds.
 */
export async function createEngine(
  video: HTMLVideoElement,
  source: PlayerSource,
  events: EngineEvents,
  savesData: boolean,
): Promise<Engine | null> {
  if (source.kind === "file") return addressEngine(video, source.url, false, events);
  const hasNativeHls =
    video.canPlayType(HLS_TYPE) !== "" &&
    ("ManagedMediaSource" in window || !("MediaSource" in window));
  if (hasNativeHls) return addressEngine(video, source.playlist, true, events);
  const { createHlsEngine } = await import("./hls-engine.ts");
  return createHlsEngine(video, source, events, savesData);
}

/** The browser's own loader: `video.src` is all it takes. */
function addressEngine(
  video: HTMLVideoElement,
  address: string,
  isLive: boolean,
  { onFailure, onProgress }: EngineEvents,
): Engine {
  const handleError = () => {
    // An address that cannot be reached is reported as "source not supported" too.
    onFailure(video.error?.code === MediaError.MEDIA_ERR_DECODE ? "media" : "network");
  };
  video.addEventListener("error", handleError);
  video.addEventListener("progress", onProgress);

  function load(): void {
    const resumeAt = isLive ? 0 : video.currentTime;
    video.src = address;
    if (resumeAt > 0) video.currentTime = resumeAt;
  }

  return {
    start: load,
    repair: load,
    // The browser itself loads no more than it needs.
    rest: () => undefined,
    wake: () => undefined,
    liveEdgeSeconds() {
      const { seekable } = video;
      return isLive && seekable.length > 0 ? seekable.end(seekable.length - 1) : null;
    },
    playingAtMs() {
      const startMs = isLive ? startDateMs(video) : Number.NaN;
      return Number.isNaN(startMs) ? null : startMs + video.currentTime * 1000;
    },
    arrived: () => {
      const { buffered } = video;
      return buffered.length === 0 ? 0 : buffered.end(buffered.length - 1);
    },
    destroy() {
      video.removeEventListener("error", handleError);
      video.removeEventListener("progress", onProgress);
      video.removeAttribute("src");
      video.load();
    },
  };
}

/** Safari tells the wall clock of position 0 of an HLS stream. */
function startDateMs(video: HTMLVideoElement & { getStartDate?: () => Date }): number {
  return video.getStartDate?.().getTime() ?? Number.NaN;
}
