/** What a browser tells of itself, as far as it helps somebody to recognise a device. */
export type DeviceName = {
  /** Null for one that we do not know. */
  readonly browser: string | null;
  readonly system: string | null;
  readonly kind: "phone" | "computer" | "television";
  /** An app that shows pages, not a browser. */
  readonly isApp: boolean;
};

/** The first that fits counts: many browsers also bear the names of those that they descend from. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, "Edge"],
  [/\b(?:OPR|Opera|OPT|OPiOS)\b/, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(?:UCBrowser|UCWEB)/, "UC Browser"],
  [/\bYaBrowser\//, "Yandex"],
  [/\bVivaldi\//, "Vivaldi"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  [/\b(?:HeadlessChrome|Chrome|CriOS)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];

const SYSTEMS: readonly (readonly [RegExp, string, DeviceName["kind"]])[] = [
  [/\bTizen\b/, "Tizen", "television"],
  [/\bWeb0S\b|\bwebOS\b/i, "webOS", "television"],
  [/\b(?:Android TV|GoogleTV|BRAVIA|AFT[A-Z]\w*)\b/, "Android TV", "television"],
  [/\biPad\b/, "iPad", "phone"],
  [/\biPhone\b|\biPod\b/, "iPhone", "phone"],
  [/\bAndroid\b/, "Android", "phone"],
  [/\bKAIOS\b/, "KaiOS", "phone"],
  [/\bCrOS\b/, "Chromebook", "computer"],
  [/\bWindows\b/, "Windows", "computer"],
  [/\bMacintosh\b/, "Mac", "computer"],
  [/\bLinux\b/, "Linux", "computer"],
];

/** Marks of a web view: Android's says so, an iPhone's lacks Safari's name. */
const WEB_VIEW = /; wv\)|\b(?:iPhone|iPad)\b(?!.*Safari\/).*AppleWebKit/;

/** @param userAgent header of the request that opened a session. */
export function readDeviceName(userAgent: string): DeviceName {
  const browser = BROWSERS.find(([form]) => form.test(userAgent))?.[1] ?? null;
  const [, system = null, kind = "computer"] = SYSTEMS.find(([form]) => form.test(userAgent)) ?? [];
  return { browser, system, kind, isApp: WEB_VIEW.test(userAgent) };
}
