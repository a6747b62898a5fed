import { useEffect } from "react";

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
