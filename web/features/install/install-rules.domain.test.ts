import { describe, expect, it } from "vitest";
import { installDevice, shouldShowInstallCard, tvPlatform } from "./install-rules.domain.ts";
import { mayBeTelevision } from "./may-be-television.domain.ts";

const NOW_MS = Date.UTC(2026, 10, 21);
const DAY_MS = 86_400_000;
const HALF_HOUR_MS = 1_800_000;
const fresh = {
  isStandalone: false,
  isInstalled: false,
  hasWatched: false,
  firstVisitAtMs: NOW_MS - DAY_MS,
  dismissedAtMs: 0,
  nowMs: NOW_MS,
};

describe("the install card", () => {
  it.each([
    ["on the second visit", fresh, true],
    ["half an hour after the first", { ...fresh, firstVisitAtMs: NOW_MS - HALF_HOUR_MS }, true],
    ["1 ms earlier not", { ...fresh, firstVisitAtMs: NOW_MS - HALF_HOUR_MS + 1 }, false],
    ["after a first visit by a wrong clock", { ...fresh, firstVisitAtMs: NOW_MS + DAY_MS }, true],
    ["at first not", { ...fresh, firstVisitAtMs: 0 }, false],
    ["at first, once a video was watched", { ...fresh, firstVisitAtMs: 0, hasWatched: true }, true],
    ["7 days after it was dismissed", { ...fresh, dismissedAtMs: NOW_MS - 7 * DAY_MS }, true],
    ["1 ms earlier not", { ...fresh, dismissedAtMs: NOW_MS - 7 * DAY_MS + 1 }, false],
    ["just dismissed not", { ...fresh, dismissedAtMs: NOW_MS }, false],
    ["dismissed by a clock that was wrong", { ...fresh, dismissedAtMs: NOW_MS + DAY_MS }, true],
    ["in a window of its own not", { ...fresh, isStandalone: true }, false],
    ["once installed not", { ...fresh, isInstalled: true }, false],
  ])("shows %s (S4.14, S9.4)", (_when, circumstances, isShown) => {
    expect(shouldShowInstallCard(circumstances)).toBe(isShown);
  });
});

describe("the manual instructions", () => {
  it.each([
    ["mobile", "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) Mobile/15E148", 5],
    ["mobile", "Mozilla/5.0 (Linux; Android 12; SM-T225) Chrome/127.0.0.0 Safari/537.36", 5],
    ["mobile", "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/17.5 Safari/605.1.15", 5],
    ["desktop", "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/17.5 Safari/605.1.15", 0],
    ["desktop", "Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/128.0.0.0 Safari/537.36", 10],
    ["tv", "Mozilla/5.0 (Web0S; Linux/SmartTV) Chrome/79.0.3945.79 Safari/537.36", 0],
  ] as const)("are those for %s on %s", (device, userAgent, touchPoints) => {
    expect(installDevice(userAgent, touchPoints)).toBe(device);
  });
});

const WEBKIT = "AppleWebKit/537.36 (KHTML, like Gecko)";

const TELEVISIONS = [
  [
    "Samsung Tizen",
    `Mozilla/5.0 (SMART-TV; LINUX; Tizen 5.0) ${WEBKIT} Version/5.0 TV Safari/537.36`,
  ],
  [
    "Samsung Tizen",
    "Mozilla/5.0 (SMART-TV; Linux; Tizen 2.4.0) AppleWebkit/538.1 (KHTML, like Gecko) SamsungBrowser/1.1 TV Safari/538.1",
  ],
  [
    "Samsung Tizen",
    `Mozilla/5.0 (Linux; Tizen 8.0; SmartTV) ${WEBKIT} SamsungBrowser/7.2 Chrome/108.0.5359.1 TV Safari/537.36`,
  ],
  [
    "LG webOS",
    `Mozilla/5.0 (Web0S; Linux/SmartTV) ${WEBKIT} Chrome/79.0.3945.79 Safari/537.36 WebAppManager`,
  ],
  [
    "LG webOS",
    `Mozilla/5.0 (Web0S; Linux/SmartTV) ${WEBKIT} Chrome/120.0.6099.270 Safari/537.36 DMOST/2.0.0 (; LGE; webOSTV; WEBOS24 04.20.30; W24O;)`,
  ],
  ["LG webOS", `Mozilla/5.0 (webOS; Linux/SmartTV) ${WEBKIT} Chrome/38.0.2125.122 Safari/537.36`],
  ["Roku", "Roku/DVP-9.10 (519.10E04111A)"],
  ["Roku", "Roku4640X/DVP-7.70 (297.70E04154A)"],
  ["Roku", `Mozilla/5.0 (Roku) ${WEBKIT} Web/1.1 Safari/537.36`],
  [
    "Android TV",
    `Mozilla/5.0 (Linux; Android 9; BRAVIA 4K UR2 Build/PTT1.190515.001.S104) ${WEBKIT} Chrome/78.0.3904.96 Safari/537.36`,
  ],
  [
    "Android TV",
    `Mozilla/5.0 (Linux; Android 11; SHIELD Android TV Build/RQ1A.210105.003; wv) ${WEBKIT} Version/4.0 Chrome/109.0.5414.118 Mobile Safari/537.36`,
  ],
  [
    "Android TV",
    `Mozilla/5.0 (Linux; Android 9; MIBOX4 Build/PI; wv) ${WEBKIT} Version/4.0 Chrome/86.0.4240.198 Mobile Safari/537.36`,
  ],
  [
    "Android TV",
    `Mozilla/5.0 (Linux; Android 12.0; Build/STTL.240206.002) ${WEBKIT} Chrome/104.0.5112.72 Safari/537.36 CrKey/1.56.500000 DeviceType/AndroidTV`,
  ],
  [
    "Google TV",
    `Mozilla/5.0 (Linux; Android 12; Chromecast Build/STTE.231215.005; wv) ${WEBKIT} Version/4.0 Chrome/119.0.6045.193 Mobile Safari/537.36`,
  ],
  [
    "Google TV",
    `Mozilla/5.0 (Linux; Android 14; Google TV Streamer Build/UTTC.241017.002) ${WEBKIT} Chrome/128.0.0.0 Safari/537.36`,
  ],
  [
    "Google TV",
    "Mozilla/5.0 (X11; U; Linux i686; en-US) AppleWebKit/533.4 (KHTML, like Gecko) Chrome/5.0.375.127 Large Screen Safari/533.4 GoogleTV/162671",
  ],
  ["Apple TV", "AppleTV11,1/11.1"],
  ["Apple TV", "AppleTV5,3/9.1.1"],
  ["Apple TV", "AppleCoreMedia/1.0.0.12B466 (Apple TV; U; CPU OS 8_1_3 like Mac OS X; en_us)"],
  [
    "Smart TV",
    "Mozilla/5.0 (SmartHub; SMART-TV; U; Linux/SmartTV) AppleWebKit/531.2+ (KHTML, like Gecko) WebBrowser/1.0 SmartTV Safari/531.2+",
  ],
  [
    "Smart TV",
    "Mozilla/5.0 (Linux; NetCast; U) AppleWebKit/537.31 (KHTML, like Gecko) Chrome/38.0.2125.122 Safari/537.31 SmartTV/7.0",
  ],
  [
    "Smart TV",
    `Mozilla/5.0 (Linux armv7l) ${WEBKIT} Chrome/84.0.4147.125 Safari/537.36 OPR/46.0.2207.0 OMI/4.21 HbbTV/1.5.1 (+DRM; Hisense; SmartTV_2021; V0000.01; HE43A6; )`,
  ],
  [
    "Smart TV",
    `Mozilla/5.0 (Linux; Android 7.1.2; AFTMM Build/NS6281; wv) ${WEBKIT} Version/4.0 Chrome/85.0.4183.81 Mobile Safari/537.36`,
  ],
  [
    "Smart TV",
    "Mozilla/5.0 (X11; FreeBSD; U; Viera; de-DE) AppleWebKit/537.11 (KHTML, like Gecko) Viera/3.10.14 Chrome/23.0.1271.97 Safari/537.11",
  ],
  [
    "Smart TV",
    "Opera/9.80 (Linux armv7l; HbbTV/1.2.1 (; Philips; 40HFL5010T12; ; PHILIPSTV; CE-HTML/1.0 NETTV/4.4.1)) Presto/2.12.407 Version/12.50",
  ],
  [
    "Smart TV",
    `Mozilla/5.0 (X11; Linux armv7l) ${WEBKIT} Chrome/84.0.4147.0 Safari/537.36 CrKey/1.49.999999`,
  ],
] as const;

const OTHERS = [
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1",
  `Mozilla/5.0 (Linux; Android 10; K) ${WEBKIT} Chrome/128.0.0.0 Mobile Safari/537.36`,
  `Mozilla/5.0 (Linux; Android 13; SM-A546B) ${WEBKIT} SamsungBrowser/25.0 Chrome/121.0.0.0 Mobile Safari/537.36`,
  `Mozilla/5.0 (Linux; Android 8.1.0; itel A16 Plus) ${WEBKIT} Chrome/96.0.4664.104 Mobile Safari/537.36`,
  `Mozilla/5.0 (Linux; Android 9; TECNO KC8 Build/PPR1.180610.011; wv) ${WEBKIT} Version/4.0 Chrome/107.0.5304.141 Mobile Safari/537.36 GSA/13.45`,
  "Mozilla/5.0 (Android 14; Mobile; rv:130.0) Gecko/130.0 Firefox/130.0",
  "Opera/9.80 (Android; Opera Mini/36.2/191.249; U; en) Presto/2.12.423 Version/12.16",
  "Mozilla/5.0 (Linux; Tizen 2.3; SAMSUNG SM-Z130H) AppleWebKit/537.3 (KHTML, like Gecko) SamsungBrowser/1.0 Mobile Safari/537.3",
  "Mozilla/5.0 (webOS/1.4.0; U; en-US) AppleWebKit/532.2 (KHTML, like Gecko) Version/1.0 Safari/532.2 Pre/1.1",
  "Mozilla/5.0 (Mobile; Nokia_8110_4G; rv:48.0) Gecko/48.0 Firefox/48.0 KAIOS/2.5",
  "Mozilla/5.0 (Windows Phone 10.0; Android 6.0.1; Microsoft; Lumia 950) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/52.0.2743.116 Mobile Safari/537.36 Edge/15.15063",
  "Mozilla/5.0 (iPhone; CPU iPhone OS 16_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 SmartTVRemote/2.1",
  "Mozilla/5.0 (iPad; CPU OS 16_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/16.6 Mobile/15E148 Safari/604.1",
  `Mozilla/5.0 (Linux; Android 12; SM-T225) ${WEBKIT} Chrome/127.0.0.0 Safari/537.36`,
  `Mozilla/5.0 (Linux; Android 11; KFTRWI) ${WEBKIT} Silk/108.4.6 like Chrome/108.0.5359.160 Safari/537.36`,
  `Mozilla/5.0 (Linux; Android 7.0; SHIELD Tablet K1 Build/NRD90M) ${WEBKIT} Chrome/90.0.4430.210 Safari/537.36`,
  "Mozilla/5.0 (hp-tablet; Linux; hpwOS/3.0.2; U; en-US) AppleWebKit/534.6 (KHTML, like Gecko) wOSBrowser/234.40.1 Safari/534.6 TouchPad/1.0",
  `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/128.0.0.0 Safari/537.36`,
  `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/128.0.0.0 Safari/537.36 Edg/128.0.0.0`,
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:130.0) Gecko/20100101 Firefox/130.0",
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15",
  `Mozilla/5.0 (X11; Linux x86_64) ${WEBKIT} Chrome/128.0.0.0 Safari/537.36`,
  "Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0",
  `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${WEBKIT} Chrome/128.0.0.0 Safari/537.36`,
  `Mozilla/5.0 (X11; Linux aarch64) ${WEBKIT} Chrome/126.0.0.0 Safari/537.36`,
  `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/120.0.0.0 Safari/537.36 SmartTV emulator`,
  `Mozilla/5.0 (FamilyHub; Linux; Tizen 5.0) ${WEBKIT} SamsungBrowser/3.0 Version/5.0 TV Safari/537.36`,
  "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
  "",
];

describe("the Smart-TV banner's platform", () => {
  it.each(TELEVISIONS)("is %s for %s (S4.20)", (platform, userAgent) => {
    expect(tvPlatform(userAgent)).toBe(platform);
    expect(mayBeTelevision(userAgent)).toBe(true);
  });

  it.each(OTHERS)("is null for the phone, tablet or computer %s (S4.19)", (userAgent) => {
    expect(tvPlatform(userAgent)).toBeNull();
  });
});
