import { DEFAULT_LANGUAGE } from "#shared/languages.ts";
import { speechChunks } from "./speech-chunks.domain.ts";
import { chooseVoice } from "./speech-voices.domain.ts";

/** Reading aloud with the device's own voices; values of the specification (S9.17). */
export const SPEECH_RATE = 0.75;
export const SPEECH_PITCH = 0.8;
export const SPEECH_VOLUME = 1;

const VOICES_POLL_MS = 250;
const VOICES_PATIENCE_MS = 5_000;
/** How fast voices read at rate 1, and what an utterance takes besides. */
const CHARACTERS_PER_SECOND = 13;
const UTTERANCE_OVERHEAD_MS = 2_000;
/** An utterance that takes so many times its expected time has been lost by the engine. */
const WATCHDOG_FACTOR = 2;

/** What is being read. `part` is the index of the text that sounds. */
export type SpeechState =
  | { status: "idle" }
  | { status: "speaking"; part: number }
  | { status: "paused"; part: number }
  /** The device has no voice for the language. */
  | { status: "no-voices" };

/** The parts of the browser's speech that are used; tests bring their own. */
export type SpeechEngine = Pick<SpeechSynthesis, "getVoices" | "speak" | "cancel"> &
  Pick<EventTarget, "addEventListener" | "removeEventListener">;

export type SpeechText = {
  /** Texts in reading order, for example verses. */
  parts: readonly string[];
  /** BCP 47 tag of the text. */
  language: string;
  /** Where to begin. */
  from?: number;
};

/** Reads texts aloud, one at a time. */
export type Speaker = {
  current: () => SpeechState;
  subscribe: (onChange: () => void) => () => void;
  /** Begins; call it inside a tap, or phones stay silent. */
  read(text: SpeechText): void;
  pause(): void;
  resume(): void;
  stop(): void;
};

const IDLE: SpeechState = { status: "idle" };

/**
 * A reader over a speech engine. Long texts go in short utterances, because engines that work online
 * fall silent after about 15 s without a word; one that is lost in spite of that is skipped. Pause is
 * cancel and begin again: Android knows no other.
 */
export function createSpeaker(engine: SpeechEngine | null): Speaker {
  const listeners = new Set<() => void>();
  let state: SpeechState = IDLE;
  let chunks: ReturnType<typeof speechChunks> = [];
  let position = 0;
  let text: SpeechText = { parts: [], language: DEFAULT_LANGUAGE };
  /** Grows with each start and stop; what belongs to an older one is void. */
  let turn = 0;
  let watchdog: ReturnType<typeof setTimeout> | undefined;
  /** Held, or some engines forget it and never tell its end. */
  const held = new Set<SpeechSynthesisUtterance>();

  function show(next: SpeechState): void {
    state = next;
    for (const listener of listeners) listener();
  }

  function silence(): void {
    turn += 1;
    clearTimeout(watchdog);
    held.clear();
    engine?.cancel();
  }

  function speakFrom(start: number): void {
    silence();
    position = start;
    const myTurn = turn;
    const voices = engine?.getVoices() ?? [];
    // Voices that are there are used at once: phones ask that the first word comes within the tap.
    if (voices.length > 0) {
      speakChunk(myTurn, voices);
      return;
    }
    show({ status: "speaking", part: chunks[position]?.part ?? 0 });
    void speakWhenVoicesCome(myTurn);
  }

  async function speakWhenVoicesCome(myTurn: number): Promise<void> {
    const voices = await whenVoicesAreThere(engine);
    if (myTurn !== turn) return;
    if (voices.length === 0) show({ status: "no-voices" });
    else speakChunk(myTurn, voices);
  }

  function speakChunk(myTurn: number, voices: readonly SpeechSynthesisVoice[]): void {
    const chunk = chunks[position];
    if (myTurn !== turn || !engine) return;
    if (!chunk) {
      silence();
      show(IDLE);
      return;
    }
    const voice = chooseVoice(voices, text.language);
    if (!voice) {
      show({ status: "no-voices" });
      return;
    }
    if (state.status !== "speaking" || state.part !== chunk.part) {
      show({ status: "speaking", part: chunk.part });
    }
    let isOver = false;
    const goOn = (): void => {
      if (isOver || myTurn !== turn) return;
      isOver = true;
      clearTimeout(watchdog);
      position += 1;
      speakChunk(myTurn, voices);
    };
    const next = makeUtterance(chunk.text, voice);
    next.addEventListener("end", goOn);
    next.addEventListener("error", (event) => {
      // Our own cancel; what comes next is decided elsewhere.
      if (event.error !== "interrupted" && event.error !== "canceled") goOn();
    });
    held.clear();
    held.add(next);
    engine.speak(next);
    clearTimeout(watchdog);
    watchdog = setTimeout(() => {
      if (myTurn !== turn || isOver) return;
      engine.cancel();
      goOn();
    }, patienceMs(chunk.text));
  }

  return {
    current: () => state,
    subscribe(onChange) {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
    read(next) {
      text = next;
      chunks = speechChunks(next.parts);
      const from = next.from ?? 0;
      speakFrom(
        Math.max(
          chunks.findIndex(({ part }) => part >= from),
          0,
        ),
      );
    },
    pause() {
      if (state.status !== "speaking") return;
      silence();
      show({ status: "paused", part: state.part });
    },
    resume() {
      if (state.status === "paused") speakFrom(position);
    },
    stop() {
      silence();
      if (state.status !== "idle") show(IDLE);
    },
  };
}

/** The speaker of this browser; without speech synthesis every reading ends in "no-voices". */
export function createBrowserSpeaker(): Speaker {
  return createSpeaker("speechSynthesis" in window ? window.speechSynthesis : null);
}

/** The voices of the device. Chrome names none at first; empty when there are none after 5 s. */
export function whenVoicesAreThere(
  engine: SpeechEngine | null,
): Promise<readonly SpeechSynthesisVoice[]> {
  const atOnce = engine?.getVoices() ?? [];
  if (!engine || atOnce.length > 0) return Promise.resolve(atOnce);
  return new Promise((resolve) => {
    let waitedMs = 0;
    const look = (): void => {
      const voices = engine.getVoices();
      if (voices.length === 0 && waitedMs < VOICES_PATIENCE_MS) return;
      clearInterval(timer);
      engine.removeEventListener("voiceschanged", look);
      resolve(voices);
    };
    const timer = setInterval(() => {
      waitedMs += VOICES_POLL_MS;
      look();
    }, VOICES_POLL_MS);
    engine.addEventListener("voiceschanged", look);
  });
}

function makeUtterance(text: string, voice: SpeechSynthesisVoice): SpeechSynthesisUtterance {
  const utterance = new SpeechSynthesisUtterance(text);
  utterance.voice = voice;
  utterance.lang = voice.lang.replace("_", "-");
  utterance.rate = SPEECH_RATE;
  utterance.pitch = SPEECH_PITCH;
  utterance.volume = SPEECH_VOLUME;
  return utterance;
}

function patienceMs(text: string): number {
  const expectedMs = (text.length / (CHARACTERS_PER_SECOND * SPEECH_RATE)) * 1_000;
  return expectedMs * WATCHDOG_FACTOR + UTTERANCE_OVERHEAD_MS;
}
