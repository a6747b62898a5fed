import { DEFAULT_LANGUAGE } from "#shared/languages.ts";
import { createStore } from "#web/lib/store.ts";
import { speechChunks, chooseVoice } from "./speech.domain.ts";

/** Values of the specification (S9.17). */
const SPEECH_RATE = 0.75;
const SPEECH_PITCH = 0.8;
const SPEECH_VOLUME = 1;

const VOICES_POLL_MS = 250;
const VOICES_TIMEOUT_MS = 5_000;
/** Speed of voices at rate 1, and the overhead of an utterance. */
const CHARACTERS_PER_SECOND = 13;
const UTTERANCE_OVERHEAD_MS = 2_000;
/** An utterance that takes this many times its expected duration was lost by the engine. */
const WATCHDOG_FACTOR = 2;

/** State of the reading. `part` is the index of the spoken text. */
export type SpeechState =
  | { status: "idle" }
  | { status: "speaking"; part: number }
  | { status: "paused"; part: number }
  /** The device has no voice for the language. */
  | { status: "no-voices" };

/** The used members of the browser's speech API; tests pass a fake. */
export type SpeechEngine = Pick<SpeechSynthesis, "getVoices" | "speak" | "cancel"> &
  Pick<EventTarget, "addEventListener" | "removeEventListener">;

export type SpeechText = {
  /** Texts in reading order, for example verses. */
  texts: readonly string[];
  /** BCP 47 tag of the text. */
  language: string;
  /** Index of the first part. */
  from?: number;
};

/** Reads texts aloud, one at a time. */
export type Speaker = {
  current: () => SpeechState;
  subscribe: (onChange: () => void) => () => void;
  /** Starts reading. Call it inside a tap, or phones stay silent. */
  read(text: SpeechText): void;
  pause(): void;
  resume(): void;
  stop(): void;
};

const IDLE: SpeechState = { status: "idle" };

/**
 * Creates a speaker over a speech engine. Texts are split into short utterances, because online
 * engines fall silent after about 15 s; a lost utterance is skipped. Pause cancels and starts
 * again: Android has no other way.
 */
export function createSpeaker(engine: SpeechEngine | null): Speaker {
  const { read: current, set: show, subscribe } = createStore<SpeechState>(IDLE);
  let chunks: ReturnType<typeof speechChunks> = [];
  let position = 0;
  let text: SpeechText = { texts: [], language: DEFAULT_LANGUAGE };
  /** Grows with each start and stop; events of an older turn are ignored. */
  let turn = 0;
  let watchdog: ReturnType<typeof setTimeout> | undefined;
  /** Referenced, because some engines collect the utterance and never fire its end. */
  const held = new Set<SpeechSynthesisUtterance>();

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
    // Loaded voices are used at once: phones require the first utterance within the tap.
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
    const state = current();
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
      // Caused by our own cancel, which has its own continuation.
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
    }, utteranceTimeoutMs(chunk.text));
  }

  return {
    current,
    subscribe,
    read(next) {
      text = next;
      chunks = speechChunks(next.texts);
      const from = next.from ?? 0;
      speakFrom(
        Math.max(
          chunks.findIndex(({ part }) => part >= from),
          0,
        ),
      );
    },
    pause() {
      const state = current();
      if (state.status !== "speaking") return;
      silence();
      show({ status: "paused", part: state.part });
    },
    resume() {
      if (current().status === "paused") speakFrom(position);
    },
    stop() {
      silence();
      show(IDLE);
    },
  };
}

/**
 * Creates the speaker of this browser; without speech synthesis every reading ends in "no-voices".
 */
export function createBrowserSpeaker(): Speaker {
  return createSpeaker("speechSynthesis" in window ? window.speechSynthesis : null);
}

/**
 * Waits for the voices of the device. Chrome lists none at first; empty when there are none after 5
 * s.
 */
function whenVoicesAreThere(engine: SpeechEngine | null): Promise<readonly SpeechSynthesisVoice[]> {
  const atOnce = engine?.getVoices() ?? [];
  if (!engine || atOnce.length > 0) return Promise.resolve(atOnce);
  return new Promise((resolve) => {
    let waitedMs = 0;
    const look = (): void => {
      const voices = engine.getVoices();
      if (voices.length === 0 && waitedMs < VOICES_TIMEOUT_MS) return;
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

function utteranceTimeoutMs(text: string): number {
  const expectedMs = (text.length / (CHARACTERS_PER_SECOND * SPEECH_RATE)) * 1_000;
  return expectedMs * WATCHDOG_FACTOR + UTTERANCE_OVERHEAD_MS;
}
