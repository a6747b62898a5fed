import hlsAddress from "hls.js/dist/hls.light.min.js?url";
import type { Hls as HlsClass, ErrorData } from "hls.js/light";
import { followLive } from "#shared/live/follow-live.ts";
import { loaderWithBackoff } from "#shared/live/loader-backoff.ts";

/** Loads a stream into a video element; returns how to remove it. */
type Connect = (video: HTMLVideoElement, playlist: string, onFailed: () => void) => () => void;

type HlsWindow = Window & { Hls?: typeof HlsClass };

/** Our own channels, which may turn to a broadcast. */
const OWN_PATH = "/live/";
const HLS_TYPE = "application/vnd.apple.mpegurl";
/** Delays before each retry of a stream that does not respond. */
const RETRY_DELAYS_MS = [1_000, 2_000, 5_000, 10_000];
/** Televisions have little memory. */
const AHEAD_SECONDS = 20;
const BEHIND_SECONDS = 10;

/**
 * Loads hls.js as a classic script for old engines. Without Media Source Extensions the browser's
 * own HLS plays.
 */
export function loadHls(onReady: (connect: Connect) => void, onFailed: () => void): void {
  const known = (window as HlsWindow).Hls;
  if (known) return onReady(connectorOf(known));
  if (!("MediaSource" in window)) return onReady(connectNative);
  const script = document.createElement("script");
  script.src = hlsAddress;
  script.addEventListener("load", () => {
    const { Hls } = window as HlsWindow;
    onReady(Hls ? connectorOf(Hls) : connectNative);
  });
  script.addEventListener("error", () => {
    if (document.createElement("video").canPlayType(HLS_TYPE) === "") onFailed();
    else onReady(connectNative);
  });
  document.head.appendChild(script);
}

function connectNative(
  video: HTMLVideoElement,
  playlist: string,
  onFailed: () => void,
): () => void {
  video.addEventListener("error", onFailed);
  video.src = playlist;
  return () => video.removeEventListener("error", onFailed);
}

function connectorOf(Hls: typeof HlsClass): Connect {
  if (!Hls.isSupported()) return connectNative;
  return (video, playlist, onFailed) => {
    const hls = new Hls({
      loader: loaderWithBackoff(Hls.DefaultConfig.loader),
      liveSyncDurationCount: 3,
      liveDurationInfinity: true,
      enableWorker: false,
      maxBufferLength: AHEAD_SECONDS,
      backBufferLength: BEHIND_SECONDS,
    });
    let failures = 0;
    let timer = 0;
    let wasRepaired = false;

    function tryAgain(): void {
      const delay = RETRY_DELAYS_MS[failures++];
      if (delay === undefined) return onFailed();
      timer = window.setTimeout(() => {
        if (hls.levels.length === 0) hls.loadSource(playlist);
        else hls.startLoad();
      }, delay);
    }

    hls.on(Hls.Events.FRAG_BUFFERED, () => (failures = 0));
    hls.on(Hls.Events.ERROR, (_event: string, { fatal, type }: ErrorData) => {
      if (!fatal) return;
      if (type === Hls.ErrorTypes.NETWORK_ERROR) tryAgain();
      else if (type === Hls.ErrorTypes.MEDIA_ERROR && !wasRepaired) {
        wasRepaired = true;
        hls.recoverMediaError();
      } else onFailed();
    });
    if (playlist.indexOf(OWN_PATH) === 0) followLive(hls, Hls.Events, video, playlist);
    hls.attachMedia(video);
    hls.loadSource(playlist);
    return () => {
      window.clearTimeout(timer);
      hls.destroy();
    };
  };
}
