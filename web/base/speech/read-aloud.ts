import {
  beginListening,
  endListening,
  type HeardStatus,
  updateListening,
} from "#web/base/audio/now-listening.ts";
import type { Voice } from "#web/base/audio/play-voice.ts";
import { createBrowserSpeaker, type SpeechState, type SpeechText } from "./speech.ts";

const HEARD_AS: Readonly<Record<Exclude<SpeechState["status"], "idle">, HeardStatus>> = {
  speaking: "playing",
  paused: "paused",
  "no-voices": "no-voices",
};

/**
 * Reads texts with the device's voice in the audio bar, to their end, on whichever page. Call it inside a tap, or phones
 * stay silent.
 */
export function readAloud(voice: Voice, text: SpeechText): void {
  const speaker = createBrowserSpeaker();
  const controls = {
    play: () => speaker.resume(),
    pause: () => speaker.pause(),
    stop: () => speaker.stop(),
  };
  speaker.subscribe(() => {
    const state = speaker.current();
    if (state.status === "idle") return endListening(controls);
    const part = "part" in state ? state.part : null;
    return updateListening(controls, { status: HEARD_AS[state.status], part });
  });
  beginListening({ ...voice, kind: "voice", poster: null }, controls);
  speaker.read(text);
}
