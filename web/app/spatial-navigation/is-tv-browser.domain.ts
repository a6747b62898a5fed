/** Televisions that can run the whole site; older ones are served by `/tv`. */
export const TELEVISION =
  /Tizen.*TV|Web0S|NetCast|SMART-?TV|HbbTV|VIDAA|BRAVIA|CrKey|(?:Android|Google|Apple) ?TV|\bAFT[A-Z]/i;

/**
 * Whether the site is driven by a remote control, so that arrow keys move focus. Only then: elsewhere
 * they scroll, turn the Bible's chapters and move players, and a desktop's visitor expects that. A
 * tablet with a keyboard counts as elsewhere, so a coarse pointer alone says nothing; a device without
 * any pointer does. `?tv` in the address turns it on for boxes that do not say what they are.
 *
 * @param search query of the address, with its question mark.
 * @param hasPointer false where no pointing device is attached.
 */
export function isRemoteDriven(userAgent: string, search: string, hasPointer: boolean): boolean {
  return TELEVISION.test(userAgent) || /[?&]tv\b/.test(search) || !hasPointer;
}
