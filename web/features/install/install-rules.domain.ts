import { INSTALL_REMIND_AFTER_DAYS } from "#shared/constants.ts";
import { DAY_MS, MINUTE_MS } from "@reign-tv/kit/durations.ts";

/** Names of a television in the banner (S4.20). */
type TvPlatform =
  | "Samsung Tizen"
  | "LG webOS"
  | "Roku"
  | "Android TV"
  | "Google TV"
  | "Apple TV"
  | "Smart TV";

/** Phones, tablets and computers, even when their user agent names a television platform. */
const HANDHELD_OR_COMPUTER =
  /iPhone|iPad|iPod|Windows (?:NT|Phone)|Macintosh|CrOS|FamilyHub|SHIELD Tablet|X11; (?:\w+; )?Linux x86_64/;

/** Models of sticks, boxes and sets that run Android and may call themselves mobile. */
const ANDROID_TELEVISION =
  /Android ?TV|\bBRAVIA\b|\bMi ?(?:TV|BOX)|\bSHIELD\b|\bAFT[A-Z0-9]+\b|Chromecast|Google ?TV/i;

/** Pattern of each platform; the first match gives the name. */
const PLATFORMS: readonly (readonly [TvPlatform, RegExp])[] = [
  ["Samsung Tizen", /(?=.*\bTizen\b).*(?:SMART-TV|SmartTV|\bTV\b)/i],
  // Televisions write a zero; old Palm phones wrote a letter and no television.
  ["LG webOS", /\bWeb0S\b|(?=.*\bwebOS\b).*(?:SmartTV|\bTV\b)/i],
  ["Roku", /\bRoku/],
  ["Apple TV", /\bApple ?TV/],
  ["Google TV", /Google ?TV|\bChromecast\b/],
  ["Android TV", /Android ?TV|(?=.*\bAndroid\b).*(?:\bBRAVIA\b|\bMi ?(?:TV|BOX)|\bSHIELD\b)/i],
  [
    "Smart TV",
    /SMART-?TV|HbbTV|NetCast|NETTV|VIDAA|Viera|InettvBrowser|SonyCEBrowser|SmartCast|\bCrKey\/|\bAFT[A-Z0-9]+ Build\b|\bTV Safari\b|Opera TV|\bDTV\b/i,
  ],
];

/**
 * Returns the television platform of a user agent; null for phones, tablets, computers and unknown
 * devices. Rare sets are "Smart TV".
 */
export function tvPlatform(userAgent: string): TvPlatform | null {
  if (HANDHELD_OR_COMPUTER.test(userAgent)) return null;
  if (/\bMobi/i.test(userAgent) && !ANDROID_TELEVISION.test(userAgent)) return null;
  return PLATFORMS.find(([, pattern]) => pattern.test(userAgent))?.[0] ?? null;
}

/** A page opened this long after the first one belongs to another visit. */
const NEW_VISIT_AFTER_MS = 30 * MINUTE_MS;

/** Conditions of the install card. Times are milliseconds since the epoch. */
type InstallCircumstances = {
  /** The app already runs in a window of its own. */
  isStandalone: boolean;
  /** It was installed from this browser once. */
  isInstalled: boolean;
  /** A video was watched on this device. */
  hasWatched: boolean;
  /** Time of the first visit; 0 on that visit's first page. */
  firstVisitAtMs: number;
  /** Time of the last "Later" or close; 0 for never. */
  dismissedAtMs: number;
  nowMs: number;
};

/** Returns true when the install card is shown (S4.14): to a visitor who has returned or watched. */
export function shouldShowInstallCard(circumstances: InstallCircumstances): boolean {
  const { isStandalone, isInstalled, hasWatched, firstVisitAtMs, dismissedAtMs, nowMs } =
    circumstances;
  if (isStandalone || isInstalled) return false;
  // A first visit in the future was stored by a wrong clock, on another visit.
  const hasReturned = firstVisitAtMs > 0 && Math.abs(nowMs - firstVisitAtMs) >= NEW_VISIT_AFTER_MS;
  if (!hasWatched && !hasReturned) return false;
  const sinceMs = nowMs - dismissedAtMs;
  // A time in the future comes from a wrong clock: it may not hide the card for years.
  return sinceMs < 0 || sinceMs >= INSTALL_REMIND_AFTER_DAYS * DAY_MS;
}

/** The kinds of device with different manual instructions. */
type InstallDevice = "mobile" | "desktop" | "tv";

/** @param touchPoints maximum touch points of the screen: iPads call themselves Macintosh. */
export function installDevice(userAgent: string, touchPoints: number): InstallDevice {
  if (tvPlatform(userAgent) !== null) return "tv";
  const isTablet = userAgent.includes("Macintosh") && touchPoints > 1;
  return isTablet || /Mobi|Android|iPhone|iPad|iPod/i.test(userAgent) ? "mobile" : "desktop";
}
