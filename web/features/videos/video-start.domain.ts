/** How the modal of a video begins: by itself, or by a tap on its picture. */
export type VideoStart = "play" | "tap";

type StartFacts = {
  /** A video of our own library; any other loads the platform. */
  isOurs: boolean;
  /** The visitor has pressed its card just now, which is a tap; an address that was opened is none. */
  isChosen: boolean;
  /** The visitor has let the platform in before. */
  hasConsent: boolean;
  savesData: boolean;
};

/**
 * The one rule of whether a video plays without a tap of its own: not while data is saved, and nothing
 * of the platform for somebody who has only followed a link.
 */
export function videoStart({ isOurs, isChosen, hasConsent, savesData }: StartFacts): VideoStart {
  if (savesData) return "tap";
  return isOurs || isChosen || hasConsent ? "play" : "tap";
}
