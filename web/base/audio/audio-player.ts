import { SECOND_MS } from "@reign-tv/kit/durations.ts";
import { joinExclusivePlayback } from "#shared/embed/exclusive-playback.ts";
import { retryDelayMs } from "#shared/live/retry-delay.ts";
import { pictureAddress } from "#shared/videos/images.ts";
import { countData } from "#web/base/data-saver/data-usage.ts";
import type { Site } from "#web/lib/site.ts";
import { isNativeHls, type LiveLoader, loadLive } from "./live-loader.ts";
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
  nowListening,
  stopListening,
  updateListening,
} from "./now-listening.ts";
import { createReports, type Follower } from "./position-follower.ts";

/**
 * The one audio element of the app. It lies outside of every page, so that it plays on through
 * navigation, a locked screen and, after a phone call, by a tap.
 */

export type Sound = Omit<Heard, "kind"> & {
  /** Path on the server. */
  url: string;
} & (
    | { kind: "live"; kilobitsPerSecond: number; /** Path of its past. */ pastUrl: string }
    | {
        kind: "recording";
        bytes: number;
        seconds: number;
        follower?: Follower;
        /** It is on the device and moves no data. */
        isKept?: boolean;
      }
  );

const RETRIES = 8;
const BYTES_PER_KILOBIT = 125;
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
 * @param startAt start of a recording in seconds; of a channel the moment, in seconds since 1970, or 0 for its live edge
 */
export function playSound(site: Site, sound: Sound, startAt = 0): void {
  const audio = audioElement();
  const isLive = sound.kind === "live";
  let loader: LiveLoader | null = null;
  let isPast = isLive && startAt > 0;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let isLoaded = false;
  let isPaused = false;
  let isLimited = false;
  let isFailing = false;
  let failures = 0;
  /** As `startAt`, also while the element loads again. */
  let position = startAt;
  let countedSeconds = 0;
  const { isDue, reportPosition, reportState } = createReports(
    sound.kind === "recording" ? sound.follower : undefined,
    startAt,
  );

  const basic = { play, pause, stop };
  const controls: ListenControls = isLive
    ? {
        ...basic,
        // A broadcast that a listener goes back in can be sought, and left for the live edge.
        get seek() {
          return isPast ? seekPast : undefined;
        },
        get goLive() {
          return isPast ? goLive : undefined;
        },
      }
    : { ...basic, seek, setSpeed };
  const show = (status: HeardStatus): void => updateListening(controls, { status });

  function load(): void {
    loader?.stop();
    loader = null;
    isLoaded = true;
    isFailing = false;
    countedSeconds = 0;
    const path = sound.kind === "live" && isPast ? sound.pastUrl : sound.url;
    const address = `${site.serverUrl}${path}`;
    if (!isLive || isNativeHls()) {
      audio.src = address;
      if (!isLive) audio.currentTime = position;
      return;
    }
    const events = {
      onBytes: count,
      onBroken: fail,
      onGone: goLive,
      onTrouble(isFailingNow: boolean) {
        if (isFailing === isFailingNow) return;
        isFailing = isFailingNow;
        if (!audio.paused && audio.readyState < HTMLMediaElement.HAVE_FUTURE_DATA) {
          show(isFailing ? "failed" : "waiting");
        }
      },
    };
    loader = loadLive(audio, address, events, isPast ? position * SECOND_MS : null);
  }

  function play(): void {
    clearTimeout(retry);
    if (isLimited) countData({ v: 1, t: "onward" }, () => undefined);
    isLimited = false;
    isPaused = false;
    // A channel continues at its live edge.
    if (isLive || !isLoaded || audio.error) load();
    show("loading");
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
    loader?.stop();
    audio.pause();
    countBuffered();
    show(isLimited ? "limit" : "paused");
    report();
    reportState("paused");
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

  function seekPast(seconds: number): void {
    position = seconds;
    updateListening(controls, { position: Math.floor(position) });
    if (!isPaused) play();
  }

  function goLive(): void {
    isPast = false;
    position = 0;
    updateListening(controls, { position: 0 });
    play();
  }

  function setSpeed(speed: number): void {
    audio.defaultPlaybackRate = speed;
    audio.playbackRate = speed;
    updateListening(controls, { speed });
  }

  /** Loads again after a delay; gives up after some times, until the visitor tries again. */
  function fail(): void {
    if (isPaused) return;
    loader?.stop();
    show("failed");
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
    const loaded = loadedSeconds(audio);
    const grown = loaded - countedSeconds;
    countedSeconds = loaded;
    const rate = isLive ? sound.kilobitsPerSecond * BYTES_PER_KILOBIT : sound.bytes / sound.seconds;
    count(Math.round(grown * rate));
  }

  function report(): void {
    reportPosition(position, durationNow(), isPaused);
  }

  function durationNow(): number {
    if (sound.kind === "live") return 0;
    return Number.isFinite(audio.duration) ? audio.duration : sound.seconds;
  }

  /** Seconds of what is heard; null while unknown, and at a live edge. */
  function heardSeconds(): number | null {
    if (!isLive) return audio.currentTime;
    if (!isPast) return null;
    const momentMs = loader === null ? nativeStartMs(audio) : loader.momentMs();
    if (momentMs === null) return null;
    return momentMs / SECOND_MS + (loader === null ? audio.currentTime : 0);
  }

  function showTime(): void {
    const heard = heardSeconds();
    if (heard === null || audio.seeking || audio.readyState === HTMLMediaElement.HAVE_NOTHING) {
      return;
    }
    const hasMoved = Math.floor(heard) !== Math.floor(position);
    position = heard;
    if (!hasMoved) return;
    updateListening(controls, { position: Math.floor(position), duration: durationNow() });
    updateLockScreen(audio);
    if (!isDue(position)) return;
    report();
    countBuffered();
  }

  // The element is the same for every sound: a late event of the one before must not count.
  const handlers: Readonly<Record<(typeof EVENTS)[number], () => void>> = {
    timeupdate: showTime,
    playing() {
      if (audio.paused) return;
      failures = 0;
      show("playing");
      reportState("playing");
      updateLockScreen(audio);
    },
    waiting: () => show(isFailing ? "failed" : "waiting"),
    loadedmetadata() {
      const startMs = isPast && loader === null ? nativeStartMs(audio) : null;
      if (startMs !== null) audio.currentTime = Math.max(0, position - startMs / SECOND_MS);
      // Some browsers forget a position that was set before.
      if (!isLive && Math.abs(audio.currentTime - position) > 1) audio.currentTime = position;
      updateListening(controls, { duration: durationNow() });
    },
    ended() {
      if (!audio.ended) return;
      // The channel has gone on since.
      if (isPast && nowListening()?.timer !== "end") return goLive();
      report();
      reportState("ended");
      show("ended");
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
    artwork: sound.poster === null ? [] : [artworkOf(`${site.serverUrl}${sound.poster}`)],
  });
  handleLockScreen(
    { ...(isLive ? basic : controls), stop: stopListening },
    isLive ? undefined : (by) => seek(audio.currentTime + by),
  );
}

/** Moment at which the timeline of a playlist begins, where the browser loads it itself (WebKit); null while unknown. */
function nativeStartMs(audio: HTMLAudioElement): number | null {
  const read: unknown = Reflect.get(audio, "getStartDate");
  const date: unknown = typeof read === "function" ? read.call(audio) : null;
  return date instanceof Date && !Number.isNaN(date.getTime()) ? date.getTime() : null;
}

/** Image of a lock screen, by the address of a poster without its width. */
function artworkOf(poster: string): MediaImage {
  const sizes = `${ARTWORK_WIDTH}x${(ARTWORK_WIDTH * 9) / 16}`;
  return { src: pictureAddress(poster, ARTWORK_WIDTH, "jpg"), sizes, type: "image/jpeg" };
}

/** Seconds of sound that an element has loaded. */
function loadedSeconds({ buffered }: HTMLAudioElement): number {
  let seconds = 0;
  for (let index = 0; index < buffered.length; index += 1) {
    seconds += buffered.end(index) - buffered.start(index);
  }
  return seconds;
}
