import { useEffect, useState, useSyncExternalStore } from "react";
import {
  beginListening,
  endListening,
  type HeardStatus,
  type ListenControls,
  listenControls,
  updateListening,
} from "#web/base/audio/now-listening.ts";
import { createBrowserSpeaker, createSpeaker, type Speaker, type SpeechState } from "./speech.ts";

/**
 * Keeps the screen on during reading: phones that turn it off end the reading. The browser releases
 * the lock when the page is hidden, so it is requested again when the page is visible.
 */
export function useScreenOn(isReading: boolean): void {
  useEffect(() => {
    if (!isReading || !("wakeLock" in navigator)) return undefined;
    let isOver = false;
    const held: WakeLockSentinel[] = [];

    async function hold(): Promise<void> {
      if (document.visibilityState !== "visible") return;
      // A device in battery saver rejects; the reading continues without the lock.
      const lock = await navigator.wakeLock.request("screen").catch(() => null);
      if (lock) held.push(lock);
      if (isOver) release();
    }
    const release = () => {
      for (const lock of held.splice(0)) void lock.release();
    };
    const onVisible = () => void hold();
    document.addEventListener("visibilitychange", onVisible);
    void hold();
    return () => {
      isOver = true;
      document.removeEventListener("visibilitychange", onVisible);
      release();
    };
  }, [isReading]);
}

const IDLE: SpeechState = { status: "idle" };

const HEARD_AS: Readonly<Record<Exclude<SpeechState["status"], "idle">, HeardStatus>> = {
  speaking: "playing",
  paused: "paused",
  "no-voices": "no-voices",
};

/**
 * Reading aloud for one page, with its controls in the audio bar; stops when the page is left,
 * closed or unmounted. @param subject identifies the page's content; a change of it ends the
 * reading. @param title of the content
 */
export function useSpeech(
  subject: string,
  title: string,
): { state: SpeechState; speaker: Speaker } {
  const [speaker] = useState(() =>
    typeof window === "undefined" ? createSpeaker(null) : createBrowserSpeaker(),
  );
  const state = useSyncExternalStore(speaker.subscribe, speaker.current, () => IDLE);
  useScreenOn(state.status === "speaking");

  const { status } = state;
  const [controls] = useState<ListenControls>(() => ({
    play: () => speaker.resume(),
    pause: () => speaker.pause(),
    stop: () => speaker.stop(),
  }));

  useEffect(() => {
    if (status === "idle") endListening(controls);
    else if (listenControls() === controls) updateListening(controls, { status: HEARD_AS[status] });
    else {
      const heard = { key: subject, kind: "voice", title, poster: null } as const;
      beginListening(heard, controls, { status: HEARD_AS[status] });
    }
  }, [controls, status, subject, title]);

  useEffect(() => {
    const fallSilent = () => {
      speaker.stop();
      endListening(controls);
    };
    window.addEventListener("pagehide", fallSilent);
    return () => {
      window.removeEventListener("pagehide", fallSilent);
      fallSilent();
    };
  }, [speaker, controls, subject]);

  return { state, speaker };
}
