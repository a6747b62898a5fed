import { bytesPerSecond } from "#shared/device/data-estimate.domain.ts";
import type { PlayerSource } from "#shared/embed/embed-config.ts";
import { type Engine, type EngineEvents, windowOf } from "./engine.ts";

/** Width of the small rendition. */
const SMALL_WIDTH_PX = 854;
const HLS_TYPE = "application/vnd.apple.mpegurl";

/**
 * Selects the engine; null when the browser has none for the source. Rejects when the engine's code
 * fails to load. A browser's own HLS is used only where it is reliable: Chromium from 142 on says
 * "maybe" and plays, but stalls every few seconds.
 */
export async function createEngine(
  video: HTMLVideoElement,
  source: PlayerSource,
  events: EngineEvents,
  savesData: boolean,
): Promise<Engine | null> {
  if (source.kind === "file") return addressEngine(video, film(video, source, savesData), events);
  const hasNativeHls =
    video.canPlayType(HLS_TYPE) !== "" &&
    ("ManagedMediaSource" in window || !("MediaSource" in window));
  if (hasNativeHls) {
    const weight = bytesPerSecond(source.kind === "linear");
    const address = { url: source.playlist, past: windowOf(source), isLive: true, weight };
    return addressEngine(video, address, events);
  }
  const { createHlsEngine } = await import("./hls-engine.ts");
  return createHlsEngine(video, source, events, savesData);
}

/**
 * A URL that the browser loads by itself; `weight` in bytes per second, because the browser reports
 * no traffic.
 */
type Address = {
  url: string;
  /** Playlist of a broadcast's past, or "". */
  past: string;
  isLive: boolean;
  weight: number;
};

/** Returns the large rendition where its detail is visible; it takes nearly twice the data. */
function film(
  video: HTMLVideoElement,
  { url, bytes, large, durationSeconds }: Extract<PlayerSource, { kind: "file" }>,
  savesData: boolean,
): Address {
  const isWide = !savesData && video.clientWidth > SMALL_WIDTH_PX;
  const selected = isWide && large !== null ? large : { url, bytes };
  return { url: selected.url, past: "", isLive: false, weight: selected.bytes / durationSeconds };
}

/** Engine for `video.src`. */
function addressEngine(
  video: HTMLVideoElement,
  { url, past, isLive, weight }: Address,
  { onFailure, onProgress }: EngineEvents,
): Engine {
  const handleError = () => {
    // An unreachable URL is reported as "source not supported" too.
    onFailure(video.error?.code === MediaError.MEDIA_ERR_DECODE ? "media" : "network");
  };
  video.addEventListener("error", handleError);
  video.addEventListener("progress", onProgress);
  let loadedSeconds = 0;
  let heldSeconds = 0;
  let shown = url;

  function load(): void {
    const resumeAt = isLive ? 0 : video.currentTime;
    video.src = shown;
    if (resumeAt > 0) video.currentTime = resumeAt;
  }

  function liveEdgeSeconds(): number | null {
    const { seekable } = video;
    return isLive && seekable.length > 0 ? seekable.end(seekable.length - 1) : null;
  }

  function change(next: string): void {
    shown = next;
    load();
    void video.play().catch(() => undefined);
  }

  function show(atMs: number): void {
    video.currentTime = (atMs - startDateMs(video)) / 1000;
  }

  return {
    start: load,
    repair: load,
    // The browser itself loads no more than it needs.
    rest: () => undefined,
    wake: () => undefined,
    liveEdgeSeconds,
    goLive() {
      if (shown === url) video.currentTime = liveEdgeSeconds() ?? video.currentTime;
      else change(url);
    },
    rewind(atMs) {
      if (shown === past) return show(atMs);
      video.addEventListener("loadedmetadata", () => show(atMs), { once: true });
      return change(past);
    },
    isRewound: () => shown !== url,
    isBroadcast: () => null,
    playingAtMs() {
      const startMs = isLive ? startDateMs(video) : Number.NaN;
      return Number.isNaN(startMs) ? null : startMs + video.currentTime * 1000;
    },
    arrived: () => {
      const { buffered } = video;
      return buffered.length === 0 ? 0 : buffered.end(buffered.length - 1);
    },
    movedBytes() {
      const held = bufferedSeconds(video);
      loadedSeconds += Math.max(0, held - heldSeconds);
      heldSeconds = held;
      return loadedSeconds * weight;
    },
    // The browser selects the quality by itself.
    qualities: () => [],
    limitLines: () => undefined,
    destroy() {
      video.removeEventListener("error", handleError);
      video.removeEventListener("progress", onProgress);
      video.removeAttribute("src");
      video.load();
    },
  };
}

/** Length of the buffered ranges. */
function bufferedSeconds({ buffered }: HTMLVideoElement): number {
  let seconds = 0;
  for (let index = 0; index < buffered.length; index++) {
    seconds += buffered.end(index) - buffered.start(index);
  }
  return seconds;
}

/** Safari reports the wall clock of position 0 of an HLS stream. */
function startDateMs(video: HTMLVideoElement & { getStartDate?: () => Date }): number {
  return video.getStartDate?.().getTime() ?? Number.NaN;
}
