import { useEffect, useState, useSyncExternalStore } from "react";
import { useScreenOn } from "./use-screen-on.ts";
import { createBrowserSpeaker, createSpeaker, type Speaker, type SpeechState } from "./speech.ts";

const IDLE: SpeechState = { status: "idle" };

/**
 * Reading aloud for one page; stops when the page is left, closed or unmounted. @param subject
 * identifies the page's content; a change of it ends the reading.
 */
export function useSpeech(subject: string): { state: SpeechState; speaker: Speaker } {
  const [speaker] = useState(() =>
    typeof window === "undefined" ? createSpeaker(null) : createBrowserSpeaker(),
  );
  const state = useSyncExternalStore(speaker.subscribe, speaker.current, () => IDLE);
  useScreenOn(state.status === "speaking");

  useEffect(() => {
    const fallSilent = () => speaker.stop();
    window.addEventListener("pagehide", fallSilent);
    return () => {
      window.removeEventListener("pagehide", fallSilent);
      fallSilent();
    };
  }, [speaker, subject]);

  return { state, speaker };
}
