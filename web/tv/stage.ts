import type { TvPlayKind } from "#shared/site/tv-page.ts";
import type { PastPlace } from "./broadcast-past.ts";
import { type Connection, loadHls } from "./hls-script.ts";

const VOLUME_STEP = 0.1;
/** A paused picture falls behind the live edge. */
const PLACE_MS = 1_000;

/** Creates an element. Engines before Chromium 54 lack `append` and `replaceChildren`. */
export function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string>>,
  parent: HTMLElement,
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  for (const attribute of Object.keys(attributes)) {
    element.setAttribute(attribute, attributes[attribute] || "");
  }
  parent.appendChild(element);
  return element;
}

/** Removes all children of an element. */
function empty(element: HTMLElement): void {
  element.textContent = "";
}

/** Programme of a card. */
export type Programme = {
  kind: TvPlayKind;
  /** Playlist, file or frame URL. */
  source: string;
  title: string;
  poster: string;
  /** URL of the captions, or "". */
  captions: string;
  /** Rights of a frame; "" for no limits. */
  sandbox: string;
  /** Text shown when nothing plays. */
  words: string;
  /** Id of a channel, or "". */
  channel: string;
  /** Id of a video, or "". */
  video: string;
  /** Start of a video in seconds. */
  start: number;
  language: string;
};

type StageEvents = {
  onLoading: () => void;
  onPlaying: () => void;
  onPaused: () => void;
  /** The browser requires a key press before it plays. */
  onRefused: () => void;
  onFailed: () => void;
  onEnded: () => void;
  /** Nothing plays, with the reason. */
  onOff: (words: string) => void;
  /** Seconds; a length of 0 cannot be sought. @param place in the broadcast that is shown; null for others. */
  onTime: (position: number, length: number, place: PastPlace | null) => void;
};

/** One programme on the screen, until it is closed. */
export type Stage = {
  toggle(): void;
  play(): void;
  pause(): void;
  /** Does nothing without a seekable range. */
  seekTo(seconds: number): void;
  /** Returns to the live edge of a broadcast. */
  goLive(): void;
  /** @param step 1 for louder, -1 for quieter; null where the volume cannot be changed. */
  changeVolume: ((step: number) => void) | null;
  /** Does nothing without captions. */
  toggleCaptions(): void;
  close(): void;
};

/** Opens a programme on the screen and starts it. */
export function openStage(parent: HTMLElement, programme: Programme, events: StageEvents): Stage {
  if (programme.kind === "off") return openWords(programme, events);
  return programme.kind === "frame"
    ? openFrame(parent, programme, events)
    : openVideo(parent, programme, events);
}

/** A channel that is off air: text without controls. */
function openWords({ words }: Programme, events: StageEvents): Stage {
  const nothing = () => undefined;
  events.onOff(words);
  return {
    toggle: nothing,
    play: nothing,
    pause: nothing,
    seekTo: nothing,
    goLive: nothing,
    changeVolume: null,
    toggleCaptions: nothing,
    close: nothing,
  };
}

function openVideo(parent: HTMLElement, programme: Programme, events: StageEvents): Stage {
  const video = make("video", { poster: programme.poster, "aria-label": programme.title }, parent);
  if (programme.captions !== "") {
    make(
      "track",
      { kind: "captions", src: programme.captions, srclang: programme.language },
      video,
    );
  }
  let stream: Connection | null = null;
  let isOpen = true;

  function play(): void {
    if (video.paused) stream?.past?.resume();
    // Engines before Chromium 50 return nothing.
    const starting = video.play() as Promise<void> | undefined;
    starting?.catch((error: { name?: string }) => {
      if (isOpen && error.name === "NotAllowedError") events.onRefused();
    });
  }

  video.addEventListener("waiting", events.onLoading);
  video.addEventListener("playing", events.onPlaying);
  video.addEventListener("pause", () => {
    if (isOpen && !video.ended) events.onPaused();
  });
  video.addEventListener("ended", () => {
    // At the end of a broadcast that is over the channel goes on.
    if (stream?.past?.isRewound() !== true) events.onEnded();
  });

  function sendTime(): void {
    const place = stream?.past?.read() || null;
    if (place) {
      const { span, atMs } = place;
      const length = (span.endMs - span.startMs) / 1000;
      events.onTime(Math.max(0, Math.min(length, (atMs - span.startMs) / 1000)), length, place);
      return;
    }
    const length = isFinite(video.duration) && programme.kind === "file" ? video.duration : 0;
    events.onTime(video.currentTime, length, null);
  }

  video.addEventListener("timeupdate", sendTime);
  const timer = programme.kind === "hls" ? window.setInterval(sendTime, PLACE_MS) : 0;

  events.onLoading();
  if (programme.kind === "hls") {
    loadHls((connect) => {
      if (!isOpen) return;
      stream = connect(video, programme.source, events.onFailed);
      play();
    }, events.onFailed);
  } else {
    video.addEventListener("error", () => isOpen && events.onFailed());
    video.addEventListener("loadedmetadata", () => {
      if (programme.start > 0 && programme.start < video.duration - 1) {
        video.currentTime = programme.start;
      }
    });
    video.src = programme.source;
    play();
  }

  return {
    toggle: () => (video.paused ? play() : video.pause()),
    play,
    pause: () => video.pause(),
    seekTo(seconds) {
      const place = stream?.past?.read();
      if (place) stream?.past?.seekTo(place.span.startMs + seconds * 1000);
      if (programme.kind !== "file" || !isFinite(video.duration)) return;
      video.currentTime = Math.max(0, Math.min(video.duration - 1, seconds));
    },
    goLive: () => stream?.past?.goLive(),
    changeVolume(step) {
      video.muted = false;
      video.volume = Math.max(0, Math.min(1, video.volume + step * VOLUME_STEP));
    },
    toggleCaptions() {
      const track = video.textTracks[0];
      if (track) track.mode = track.mode === "showing" ? "disabled" : "showing";
    },
    close() {
      isOpen = false;
      window.clearInterval(timer);
      stream?.close();
      video.pause();
      video.removeAttribute("src");
      video.load();
      empty(parent);
    },
  };
}

/** A platform's or provider's own player, controlled by messages where it supports them. */
function openFrame(parent: HTMLElement, programme: Programme, events: StageEvents): Stage {
  const frame = make(
    "iframe",
    {
      title: programme.title,
      allow: "autoplay; encrypted-media; fullscreen",
      referrerpolicy: "strict-origin-when-cross-origin",
      tabindex: "-1",
    },
    parent,
  );
  if (programme.sandbox !== "") frame.setAttribute("sandbox", programme.sandbox);
  let isPlaying = true;
  let length = 0;
  frame.addEventListener("load", () => {
    events.onPlaying();
    // A platform's player then reports its time.
    post({ event: "listening", id: 1 });
  });
  frame.src = programme.source.replace(/([?&]start=)0\b/, `$1${Math.floor(programme.start)}`);
  const { origin } = new URL(frame.src);
  window.addEventListener("message", hear);
  events.onLoading();

  function post(message: object): void {
    frame.contentWindow?.postMessage(JSON.stringify(message), origin);
  }

  function command(func: string, args: readonly unknown[]): void {
    post({ event: "command", func, args });
  }

  function hear(message: MessageEvent): void {
    if (message.source !== frame.contentWindow || message.origin !== origin) return;
    const { currentTime, duration } = platformTime(message.data);
    // A message holds only what has changed; a live stream has no end.
    if (typeof duration === "number" && programme.channel === "") length = duration;
    if (typeof currentTime === "number") events.onTime(currentTime, length, null);
  }

  function tell(wantsPlaying: boolean): void {
    isPlaying = wantsPlaying;
    command(wantsPlaying ? "playVideo" : "pauseVideo", []);
    if (wantsPlaying) events.onPlaying();
    else events.onPaused();
  }

  return {
    toggle: () => tell(!isPlaying),
    play: () => tell(true),
    pause: () => tell(false),
    seekTo: (seconds) => command("seekTo", [Math.max(0, seconds), true]),
    goLive: () => undefined,
    changeVolume: null,
    toggleCaptions: () => undefined,
    close() {
      window.removeEventListener("message", hear);
      empty(parent);
    },
  };
}

/** Reads the time of a platform's player from its message. */
function platformTime(data: unknown): { currentTime?: unknown; duration?: unknown } {
  try {
    const message: { info?: object | null } | null = JSON.parse(String(data));
    return message?.info || {};
  } catch {
    return {};
  }
}
