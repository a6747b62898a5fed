import type { EmbedTexts } from "#shared/messages/embed.ts";
import { element, fillPlaceholders } from "#web/embed/dom.ts";

/** Formats a position: "0:05", "12:34", "1:02:03". Negative and unknown times are "0:00". */
export function timeText(seconds: number): string {
  const whole = Number.isFinite(seconds) ? Math.max(0, Math.floor(seconds)) : 0;
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor((whole % 3600) / 60);
  const rest = pad(whole % 60);
  return hours > 0 ? `${hours}:${pad(minutes)}:${rest}` : `${minutes}:${rest}`;
}

function pad(value: number): string {
  return String(value).padStart(2, "0");
}

/** A live stream gets a seek bar when it can be rewound at least this far. */
const REWINDABLE_SECONDS = 90;
const KEY_STEP_SECONDS = 5;
const PAGE_STEP_SECONDS = 30;

/** Returns the seekable range; null when there is none. */
export function seekWindow(video: HTMLVideoElement): { start: number; end: number } | null {
  if (Number.isFinite(video.duration) && video.duration > 0) {
    return { start: 0, end: video.duration };
  }
  if (video.seekable.length === 0) return null;
  const start = video.seekable.start(0);
  const end = video.seekable.end(video.seekable.length - 1);
  return end - start >= REWINDABLE_SECONDS ? { start, end } : null;
}

/** Seeks; positions beyond the range are clamped. */
export function seekTo(video: HTMLVideoElement, seconds: number): void {
  const range = seekWindow(video);
  if (range) video.currentTime = Math.min(range.end, Math.max(range.start, seconds));
}

/** Seeks by keys and by the page around the player. */
export type Timeline = {
  seekBy(seconds: number): void;
  /** @param share from 0 to 1. */
  seekToShare(share: number): void;
  /** Seeks to an instant of a broadcast, in milliseconds since 1970. */
  seekToMoment?(ms: number): void;
};

/** The timeline of the video element. */
export function videoTimeline(video: HTMLVideoElement): Timeline {
  return {
    seekBy: (seconds) => seekTo(video, video.currentTime + seconds),
    seekToShare(share) {
      const range = seekWindow(video);
      if (range) seekTo(video, range.start + share * (range.end - range.start));
    },
  };
}

export type SeekBar = { element: HTMLElement; update(): void };

/** A slider over the whole timeline, with the buffered range and the time under the pointer. */
export function createSeekBar(video: HTMLVideoElement, texts: EmbedTexts): SeekBar {
  const slider = element("input", {
    type: "range",
    class: "rp-slider",
    min: "0",
    max: "1",
    step: "any",
    "aria-label": texts.seek,
  });
  const bubble = element("output", { class: "rp-bubble", "aria-hidden": "true" });
  const bar = element("div", { class: "rp-seek", hidden: true }, [slider, bubble]);

  slider.addEventListener("input", () => seekTo(video, Number(slider.value)));
  slider.addEventListener("keydown", (event) => {
    const step = keyStep(event.key, video);
    if (step === null) return;
    event.preventDefault();
    event.stopPropagation();
    seekTo(video, video.currentTime + step);
  });
  slider.addEventListener("pointermove", (event) => {
    const range = seekWindow(video);
    if (!range) return;
    const box = slider.getBoundingClientRect();
    const share = Math.min(1, Math.max(0, (event.clientX - box.left) / box.width));
    bubble.textContent = timeText(share * (range.end - range.start));
    bubble.style.setProperty("--at", `${share * 100}%`);
  });

  return {
    element: bar,
    update() {
      const range = seekWindow(video);
      bar.hidden = range === null;
      if (!range) return;
      const length = range.end - range.start;
      const position = video.currentTime - range.start;
      slider.min = String(range.start);
      slider.max = String(range.end);
      slider.value = String(video.currentTime);
      slider.setAttribute(
        "aria-valuetext",
        fillPlaceholders(texts.seekValue, {
          position: timeText(position),
          duration: timeText(length),
        }),
      );
      bar.style.setProperty("--played", percent(position / length));
      bar.style.setProperty("--loaded", percent((loadedUntil(video) - range.start) / length));
    },
  };
}

function keyStep(key: string, video: HTMLVideoElement): number | null {
  const steps: ReadonlyMap<string, number> = new Map([
    ["ArrowLeft", -KEY_STEP_SECONDS],
    ["ArrowDown", -KEY_STEP_SECONDS],
    ["ArrowRight", KEY_STEP_SECONDS],
    ["ArrowUp", KEY_STEP_SECONDS],
    ["PageDown", -PAGE_STEP_SECONDS],
    ["PageUp", PAGE_STEP_SECONDS],
    ["Home", -video.currentTime],
    ["End", Number.MAX_SAFE_INTEGER],
  ]);
  return steps.get(key) ?? null;
}

/** Returns the end of the buffered range around the current position. */
function loadedUntil(video: HTMLVideoElement): number {
  const { buffered, currentTime } = video;
  for (let index = 0; index < buffered.length; index++) {
    if (buffered.start(index) <= currentTime + 0.5 && buffered.end(index) >= currentTime) {
      return buffered.end(index);
    }
  }
  return currentTime;
}

function percent(share: number): string {
  return `${(Math.min(1, Math.max(0, share)) * 100).toFixed(2)}%`;
}
