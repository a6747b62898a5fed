/** Names of a television in the banner (S4.20). */
export type TvPlatform =
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
