import { INSTALL_REMIND_AFTER_DAYS } from "#shared/constants.ts";
import { tvPlatform } from "./tv-platform.domain.ts";
import { DAY_MS } from "#shared/durations.ts";

/** Conditions of the install card. Times are milliseconds since the epoch. */
export type InstallCircumstances = {
  /** The app already runs in a window of its own. */
  isStandalone: boolean;
  /** It was installed from this browser once. */
  isInstalled: boolean;
  /** Time of the last "Later" or close; 0 for never. */
  dismissedAtMs: number;
  nowMs: number;
};

/** Returns true when the install card is shown (S4.14). */
export function shouldShowInstallCard(circumstances: InstallCircumstances): boolean {
  const { isStandalone, isInstalled, dismissedAtMs, nowMs } = circumstances;
  if (isStandalone || isInstalled) return false;
  const sinceMs = nowMs - dismissedAtMs;
  // A time in the future comes from a wrong clock: it may not hide the card for years.
  return sinceMs < 0 || sinceMs >= INSTALL_REMIND_AFTER_DAYS * DAY_MS;
}

/** The kinds of device with different manual instructions. */
export type InstallDevice = "mobile" | "desktop" | "tv";

/** @param touchPoints maximum touch points of the screen: iPads call themselves Macintosh. */
export function installDevice(userAgent: string, touchPoints: number): InstallDevice {
  if (tvPlatform(userAgent) !== null) return "tv";
  const isTablet = userAgent.includes("Macintosh") && touchPoints > 1;
  return isTablet || /Mobi|Android|iPhone|iPad|iPod/i.test(userAgent) ? "mobile" : "desktop";
}
