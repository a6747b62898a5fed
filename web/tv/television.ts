/** Television functions that the page uses; each is missing elsewhere. */
type TelevisionWindow = Window & {
  tizen?: {
    application: { getCurrentApplication(): { exit(): void } };
    tvinputdevice?: { registerKeyBatch?(keys: readonly string[]): void };
  };
  webOS?: { platformBack?(): void };
};

/** Keys that Samsung televisions reserve unless a page registers them. */
const TIZEN_KEYS = [
  "MediaPlay",
  "MediaPause",
  "MediaPlayPause",
  "MediaStop",
  "MediaFastForward",
  "MediaRewind",
  "ChannelUp",
  "ChannelDown",
];

/** Registers the media keys where a page has to. */
export function askForKeys(): void {
  const { tizen } = window as TelevisionWindow;
  try {
    tizen?.tvinputdevice?.registerKeyBatch?.(TIZEN_KEYS);
  } catch {
    // A shell without the privilege: the television keeps the keys.
  }
}

/**
 * Handles Back on the first screen. In an installed shell (`?tv=tizen`, `?tv=webos`) it ends the
 * app; in a browser it goes to the previous page. @returns true when the key was used.
 */
export function leave(): boolean {
  const { tizen, webOS } = window as TelevisionWindow;
  const shell = /[?&]tv=(tizen|webos)\b/.exec(window.location.search);
  if (tizen?.application) {
    tizen.application.getCurrentApplication().exit();
    return true;
  }
  if (webOS?.platformBack) {
    webOS.platformBack();
    return true;
  }
  if (shell === null) return false;
  window.close();
  return true;
}
