/** The few functions of a television's own that the page uses; each is missing elsewhere. */
type TelevisionWindow = Window & {
  tizen?: {
    application: { getCurrentApplication(): { exit(): void } };
    tvinputdevice?: { registerKeyBatch?(keys: readonly string[]): void };
  };
  webOS?: { platformBack?(): void };
};

/** Keys that Samsung's televisions keep for themselves unless a page asks for them. */
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

/** Asks for the media keys where a page has to. */
export function askForKeys(): void {
  const { tizen } = window as TelevisionWindow;
  try {
    tizen?.tvinputdevice?.registerKeyBatch?.(TIZEN_KEYS);
  } catch {
    // A shell without the privilege: the keys stay the television's own.
  }
}

/**
 * Back at the first screen. In an installed shell (`?tv=tizen`, `?tv=webos`) it ends the app; in a
 * browser the key stays the browser's, which goes to the page before.
 *
 * @returns whether the key has been used.
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
