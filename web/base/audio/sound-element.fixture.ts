import { vi } from "vitest";

/** The app's audio element, without a decoder: a test says what happens to it. */
export type SoundElement = HTMLAudioElement & {
  /** Fires events as a browser does. */
  happens: (type: string, changed?: Partial<Record<string, unknown>>) => void;
};

/** Replaces what the test browser lacks of media elements. */
export function fakeMediaElements(): void {
  vi.spyOn(HTMLMediaElement.prototype, "load").mockImplementation(() => undefined);
  vi.spyOn(HTMLMediaElement.prototype, "play").mockImplementation(function play(
    this: HTMLMediaElement,
  ) {
    define(this, { paused: false });
    return Promise.resolve();
  });
  vi.spyOn(HTMLMediaElement.prototype, "pause").mockImplementation(function pause(
    this: HTMLMediaElement,
  ) {
    define(this, { paused: true });
  });
}

/** Returns the app's audio element. */
export function soundElement(): SoundElement {
  const audio = document.querySelector("audio");
  if (!audio) throw new Error("Nothing has been played");
  return Object.assign(audio, {
    happens(type: string, changed: Partial<Record<string, unknown>> = {}) {
      define(audio, changed);
      audio.dispatchEvent(new Event(type));
    },
  });
}

/** Loaded from the beginning on, in seconds. */
export function loaded(seconds: number): TimeRanges {
  return { length: 1, start: () => 0, end: () => seconds };
}

function define(element: HTMLElement, values: Partial<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(values)) {
    Object.defineProperty(element, name, { value, writable: true, configurable: true });
  }
}
