import type { SpeechEngine } from "./speech.ts";

type Spoken = { text: string; rate: number; pitch: number; volume: number; voiceName: string };

/** A fake speech engine that the test controls. */
export type FakeEngine = SpeechEngine & {
  readonly spoken: Spoken[];
  readonly cancels: { count: number };
  setVoices(names: readonly string[]): void;
  /** Ends the current utterance. */
  finish(): void;
  fail(error: string): void;
};

class FakeUtterance extends EventTarget {
  text: string;
  voice: { name: string } | null = null;
  lang = "";
  rate = 1;
  pitch = 1;
  volume = 1;

  constructor(text: string) {
    super();
    this.text = text;
  }
}

/** Installs the fake's utterance as the browser's. */
export function createFakeEngine(names: readonly string[]): FakeEngine {
  Object.assign(globalThis, { SpeechSynthesisUtterance: FakeUtterance });
  const events = new EventTarget();
  const spoken: Spoken[] = [];
  const cancels = { count: 0 };
  let voices = names;
  let sounding: EventTarget | null = null;
  return {
    spoken,
    cancels,
    getVoices: () =>
      voices.map((name) => ({
        name,
        lang: "en-GB",
        default: false,
        localService: true,
        voiceURI: name,
      })),
    speak(utterance) {
      const { text, rate, pitch, volume, voice } = utterance;
      spoken.push({ text, rate, pitch, volume, voiceName: voice?.name ?? "" });
      sounding = utterance;
    },
    cancel() {
      cancels.count += 1;
      sounding = null;
    },
    addEventListener: events.addEventListener.bind(events),
    removeEventListener: events.removeEventListener.bind(events),
    setVoices(next) {
      voices = next;
      events.dispatchEvent(new Event("voiceschanged"));
    },
    finish: () => void sounding?.dispatchEvent(new Event("end")),
    fail: (error) => void sounding?.dispatchEvent(Object.assign(new Event("error"), { error })),
  };
}
