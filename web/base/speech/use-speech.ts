import { useEffect, useState, useSyncExternalStore } from "react";
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
