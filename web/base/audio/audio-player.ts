import type { EmbedMessage } from "#shared/embed/embed-protocol.ts";
import { joinExclusivePlayback } from "#shared/embed/exclusive-playback.ts";
import { pictureAddress } from "#shared/videos/images.ts";
import { countData } from "#web/base/data-saver/data-usage.ts";
import type { Site } from "#web/lib/site.ts";
import { isNativeHls, loadLive } from "./live-loader.ts";
import { retryDelayMs } from "./live-playlist.domain.ts";
import {
  handleLockScreen,
  leaveLockScreen,
  showOnLockScreen,
  updateLockScreen,
} from "./media-session.ts";
import {
  beginListening,
  type Heard,
  type HeardStatus,
  type ListenControls,
  stopListening,
  updateListening,
} from "./now-listening.ts";

/**
 * The one audio element of the app. It lies outside of every page, so that it plays on through
 * navigation, a locked screen and, after a phone call, by a tap.
 */

/** Receives a recording's messages, as those of a video's player. */
export type Follower = {
  /** Called before the first message. @param startAt in seconds */
  begin: (startAt: number) => Promise<void>;
  tell: (message: EmbedMessage) => void;
};

export type Sound = Omit<Heard, "kind"> & {
  /** Path on the server. */
  url: string;
} & (
    | { kind: "live"; kilobitsPerSecond: number }
    | {
        kind: "recording";
        bytes: number;
        seconds: number;
        follower?: Follower;
        /** It is on the device and moves no data. */
        isKept?: boolean;
      }
  );

const REPORT_INTERVAL_S = 5;
const RETRIES = 8;
const ARTWORK_WIDTH = 640;
const EVENTS = [
  "playing",
  "waiting",
  "pause",
  "ended",
  "timeupdate",
  "loadedmetadata",
  "error",
] as const;

let element: HTMLAudioElement | null = null;
let handleEvent: (type: (typeof EVENTS)[number]) => void = () => undefined;
let pauseSound: () => void = () => undefined;
let announce: (() => void) | null = null;

function audioElement(): HTMLAudioElement {
  const audio = element ?? document.createElement("audio");
  if (element === null) {
    audio.hidden = true;
    for (const type of EVENTS) audio.addEventListener(type, () => handleEvent(type));
  }
  if (!audio.isConnected) document.body.append(audio);
  element = audio;
  return audio;
}

/**
 * Plays a sound in the audio bar. Call it inside a tap, or phones stay silent.
 *
 * @param startAt start of a recording in seconds
 */
export function playSound(site: Site, sound: Sound, startAt = 0): void {
  const audio = audioElement();
  const address = `${site.serverUrl}${sound.url}`;
  const isLive = sound.kind === "live";
  let stopLoading = (): void => undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let isLoaded = false;
  let isPaused = false;
  let isLimited = false;
  let isFailing = false;
  let failures = 0;
  /** Seconds of a recording, also while its element loads again. */
  let position = startAt;
  let reported = startAt;
  let countedSeconds = 0;
  let begun: Promise<void> | null = null;

  const controls: ListenControls = {
    play,
    pause,
    stop,
    ...(!isLive && { seek, setSpeed }),
  };
  const tell = (status: HeardStatus): void => updateListening(controls, { status });

  function load(): void {
    stopLoading();
    isLoaded = true;
    isFailing = false;
    countedSeconds = 0;
    if (isLive && !isNativeHls()) {
      stopLoading = loadLive(audio, address, {
        onBytes: count,
        onBroken: fail,
        onTrouble(isFailingNow) {
          if (isFailing === isFailingNow) return;
          isFailing = isFailingNow;
          if (!audio.paused && audio.readyState < HTMLMediaElement.HAVE_FUTURE_DATA) {
            tell(isFailing ? "failed" : "waiting");
          }
        },
      });
      return;
    }
    audio.src = address;
    if (!isLive) audio.currentTime = position;
  }

  function play(): void {
    clearTimeout(retry);
    if (isLimited) countData({ v: 1, t: "onward" }, () => undefined);
    isLimited = false;
    isPaused = false;
    // A channel continues at its live edge.
    if (isLive || !isLoaded || audio.error) load();
    tell("loading");
    announce ??= joinExclusivePlayback(() => pauseSound());
    announce();
    audio.play().catch((error: unknown) => {
      // Another load or a pause came before the sound.
      if (error instanceof DOMException && error.name === "NotAllowedError") pause();
    });
  }

  function pause(): void {
    clearTimeout(retry);
    isPaused = true;
    stopLoading();
    audio.pause();
    countBuffered();
    tell(isLimited ? "limit" : "paused");
    report();
    follow({ v: 1, t: "state", s: "paused" });
    updateLockScreen(audio);
  }

  function stop(): void {
    pause();
    handleEvent = () => undefined;
    pauseSound = () => undefined;
    audio.removeAttribute("src");
    audio.load();
    leaveLockScreen();
  }

  function seek(seconds: number): void {
    const { duration } = audio;
    position = Math.max(0, Number.isFinite(duration) ? Math.min(seconds, duration) : seconds);
    audio.currentTime = position;
    updateListening(controls, { position: Math.floor(position) });
    report();
  }

  function setSpeed(speed: number): void {
    audio.defaultPlaybackRate = speed;
    audio.playbackRate = speed;
    updateListening(controls, { speed });
  }

  /** Loads again after a delay; gives up after some times, until the visitor tries again. */
  function fail(): void {
    if (isPaused) return;
    stopLoading();
    tell("failed");
    failures += 1;
    if (failures > RETRIES) return;
    clearTimeout(retry);
    retry = setTimeout(() => {
      load();
      audio.play().catch(() => undefined);
    }, retryDelayMs(failures));
  }

  function count(bytes: number): void {
    if (bytes <= 0) return;
    countData({ v: 1, t: "moved", bytes }, () => {
      isLimited = true;
      if (!isPaused) pause();
    });
  }

  /** Browsers report no bytes of an element, so the loaded seconds count. */
  function countBuffered(): void {
    if ((isLive && !isNativeHls()) || (sound.kind === "recording" && sound.isKept)) return;
    let loaded = 0;
    for (let index = 0; index < audio.buffered.length; index += 1) {
      loaded += audio.buffered.end(index) - audio.buffered.start(index);
    }
    const grown = loaded - countedSeconds;
    countedSeconds = loaded;
    count(
      Math.round(grown * (isLive ? sound.kilobitsPerSecond * 125 : sound.bytes / sound.seconds)),
    );
  }

  function follow(message: EmbedMessage): void {
    if (sound.kind !== "recording" || !sound.follower || !begun) return;
    const { tell: hear } = sound.follower;
    void begun.then(() => hear(message));
  }

  /** Reports a position; the first one only after some seconds, when the video's page has closed. */
  function report(): void {
    if (sound.kind !== "recording" || Math.abs(position - startAt) < 1) return;
    reported = Math.floor(position);
    const isFirst = !begun;
    begun ??= sound.follower?.begin(startAt) ?? null;
    follow({ v: 1, t: "time", pos: position, dur: durationNow() });
    if (isFirst && !isPaused) follow({ v: 1, t: "state", s: "playing" });
  }

  function durationNow(): number {
    if (sound.kind === "live") return 0;
    return Number.isFinite(audio.duration) ? audio.duration : sound.seconds;
  }

  function showTime(): void {
    if (isLive || audio.seeking || audio.readyState === HTMLMediaElement.HAVE_NOTHING) return;
    const hasMoved = Math.floor(audio.currentTime) !== Math.floor(position);
    position = audio.currentTime;
    if (!hasMoved) return;
    updateListening(controls, { position: Math.floor(position), duration: durationNow() });
    updateLockScreen(audio);
    if (Math.abs(position - reported) < REPORT_INTERVAL_S) return;
    report();
    countBuffered();
  }

  // The element is the same for every sound: a late event of the one before must not count.
  const handlers: Readonly<Record<(typeof EVENTS)[number], () => void>> = {
    timeupdate: showTime,
    playing() {
      if (audio.paused) return;
      failures = 0;
      tell("playing");
      follow({ v: 1, t: "state", s: "playing" });
      updateLockScreen(audio);
    },
    waiting: () => tell(isFailing ? "failed" : "waiting"),
    loadedmetadata() {
      // Some browsers forget a position that was set before.
      if (!isLive && Math.abs(audio.currentTime - position) > 1) audio.currentTime = position;
      updateListening(controls, { duration: durationNow() });
    },
    ended() {
      if (!audio.ended) return;
      report();
      follow({ v: 1, t: "state", s: "ended" });
      tell("ended");
    },
    error() {
      if (audio.error) fail();
    },
    pause() {
      // By a phone call, a headset or the browser.
      if (audio.paused && !audio.ended && !isPaused) pause();
    },
  };

  beginListening({ ...sound }, controls, {
    position: Math.floor(startAt),
    duration: durationNow(),
  });
  handleEvent = (type) => handlers[type]();
  pauseSound = pause;
  audio.defaultPlaybackRate = 1;
  play();
  showOnLockScreen({
    title: sound.title,
    artist: site.ministry.name,
    artwork:
      sound.poster === null
        ? []
        : [
            {
              src: pictureAddress(`${site.serverUrl}${sound.poster}`, ARTWORK_WIDTH, "jpg"),
              sizes: `${ARTWORK_WIDTH}x${(ARTWORK_WIDTH * 9) / 16}`,
              type: "image/jpeg",
            },
          ],
  });
  handleLockScreen(
    { ...controls, stop: stopListening },
    isLive ? undefined : (by) => seek(audio.currentTime + by),
  );
}
