import hlsAddress from "hls.js/dist/hls.light.min.js?url";
import type { Hls as HlsClass, ErrorData } from "hls.js/light";
import { followLive } from "#shared/live/follow-live.ts";
import { loaderWithBackoff } from "#shared/live/loader-backoff.ts";
import { type BroadcastPast, createBroadcastPast } from "./broadcast-past.ts";

/** A stream in a video element. */
export type Connection = {
  close(): void;
  /** Null for a stream that cannot be rewound. */
  past: BroadcastPast | null;
};

/** Loads a stream into a video element. */
type Connect = (video: HTMLVideoElement, playlist: string, onFailed: () => void) => Connection;

type HlsWindow = Window & { Hls?: typeof HlsClass };

/** Our own channels, which may turn to a broadcast. */
const OWN_PATH = "/live/";
const HLS_TYPE = "application/vnd.apple.mpegurl";
/** Delays before each retry of a stream that does not respond. */
const RETRY_DELAYS_MS = [1_000, 2_000, 5_000, 10_000];
const NOT_FOUND = 404;
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
): Connection {
  video.addEventListener("error", onFailed);
  video.src = playlist;
  return { close: () => video.removeEventListener("error", onFailed), past: null };
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
    const past =
      playlist.indexOf(OWN_PATH) === 0
        ? createBroadcastPast(hls, Hls.Events, video, {
            playlist,
            follower: followLive(hls, Hls.Events, video, playlist),
          })
        : null;

    function tryAgain(): void {
      const delay = RETRY_DELAYS_MS[failures++];
      if (delay === undefined) return onFailed();
      timer = window.setTimeout(() => {
        if (hls.levels.length === 0) hls.loadSource(hls.url || playlist);
        else hls.startLoad();
      }, delay);
    }

    hls.on(Hls.Events.FRAG_BUFFERED, () => (failures = 0));
    hls.on(Hls.Events.ERROR, (_event: string, { fatal, type, response }: ErrorData) => {
      if (!fatal) return;
      // The window of a broadcast that is long over.
      if (past?.isRewound() && response?.code === NOT_FOUND) past.goLive();
      else if (type === Hls.ErrorTypes.NETWORK_ERROR) tryAgain();
      else if (type === Hls.ErrorTypes.MEDIA_ERROR && !wasRepaired) {
        wasRepaired = true;
        hls.recoverMediaError();
      } else onFailed();
    });
    hls.attachMedia(video);
    hls.loadSource(playlist);
    return {
      close() {
        window.clearTimeout(timer);
        hls.destroy();
      },
      past,
    };
  };
}
