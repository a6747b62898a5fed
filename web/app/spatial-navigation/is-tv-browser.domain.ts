/** Televisions that can run the whole site; older ones use `/tv`. */
export const TELEVISION =
  /Tizen.*TV|Web0S|NetCast|SMART-?TV|HbbTV|VIDAA|BRAVIA|CrKey|(?:Android|Google|Apple) ?TV|\bAFT[A-Z]/i;

/**
 * Returns true when a remote control drives the site, so that arrow keys move focus. Elsewhere they
 * scroll, turn the Bible's chapters and move players. A tablet with a keyboard counts as elsewhere,
 * so a coarse pointer alone says nothing; a device without any pointer does. `?tv` in the URL turns
 * it on for boxes that do not identify themselves. @param search query of the URL, with its
 * question mark. @param hasPointer false where no pointing device is attached.
 */
export function isTvBrowser(userAgent: string, search: string, hasPointer: boolean): boolean {
  return TELEVISION.test(userAgent) || /[?&]tv\b/.test(search) || !hasPointer;
}
