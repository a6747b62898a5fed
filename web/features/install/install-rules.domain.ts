import { INSTALL_REMIND_AFTER_DAYS } from "#shared/constants.ts";
import { tvPlatform } from "./tv-platform.domain.ts";
import { DAY_MS } from "#shared/durations.ts";

/** What the install card depends on. Times are milliseconds since the epoch. */
export type InstallCircumstances = {
  /** The app runs in a window of its own already. */
  isStandalone: boolean;
  /** It was installed from this browser once. */
  isInstalled: boolean;
  /** When "Later" or close was pressed last; 0 for never. */
  dismissedAtMs: number;
  nowMs: number;
};

/** Whether the install card is offered (S4.14). */
export function isInstallOffered(circumstances: InstallCircumstances): boolean {
  const { isStandalone, isInstalled, dismissedAtMs, nowMs } = circumstances;
  if (isStandalone || isInstalled) return false;
  const sinceMs = nowMs - dismissedAtMs;
  // A time from the future is of a clock that was wrong: it may not hide the card for years.
  return sinceMs < 0 || sinceMs >= INSTALL_REMIND_AFTER_DAYS * DAY_MS;
}

/** The kinds of device that install by hand in different ways. */
export type InstallDevice = "mobile" | "desktop" | "tv";

/** @param touchPoints how many fingers the screen tells apart: iPads call themselves Macintosh. */
export function installDevice(userAgent: string, touchPoints: number): InstallDevice {
  if (tvPlatform(userAgent) !== null) return "tv";
  const isTablet = userAgent.includes("Macintosh") && touchPoints > 1;
  return isTablet || /Mobi|Android|iPhone|iPad|iPod/i.test(userAgent) ? "mobile" : "desktop";
}
