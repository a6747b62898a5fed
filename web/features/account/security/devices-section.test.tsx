import { expect, it } from "vitest";
import { readDeviceName } from "./devices-section.tsx";

const KIT = "AppleWebKit/537.36 (KHTML, like Gecko)";

it.each<[string, string | null, string | null, string, boolean]>([
  [
    `Mozilla/5.0 (Linux; Android 10; K) ${KIT} Chrome/140.0.0.0 Mobile Safari/537.36`,
    "Chrome",
    "Android",
    "phone",
    false,
  ],
  [
    `Mozilla/5.0 (Linux; Android 14; SM-A155F; wv) ${KIT} Version/4.0 Chrome/140.0.0.0 Mobile Safari/537.36`,
    "Chrome",
    "Android",
    "phone",
    true,
  ],
  [
    `Mozilla/5.0 (Linux; Android 13) ${KIT} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`,
    "Samsung Internet",
    "Android",
    "phone",
    false,
  ],
  [
    `Mozilla/5.0 (Linux; Android 13) ${KIT} Chrome/140.0.0.0 Mobile Safari/537.36 OPR/90.0`,
    "Opera",
    "Android",
    "phone",
    false,
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1",
    "Safari",
    "iPhone",
    "phone",
    false,
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148",
    null,
    "iPhone",
    "phone",
    true,
  ],
  [
    "Mozilla/5.0 (iPad; CPU OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/140.0 Mobile/15E148 Safari/604.1",
    "Chrome",
    "iPad",
    "phone",
    false,
  ],
  [
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15",
    "Safari",
    "Mac",
    "computer",
    false,
  ],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${KIT} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`,
    "Edge",
    "Windows",
    "computer",
    false,
  ],
  [
    "Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0",
    "Firefox",
    "Linux",
    "computer",
    false,
  ],
  [
    `Mozilla/5.0 (X11; CrOS x86_64 16181.0.0) ${KIT} Chrome/140.0.0.0 Safari/537.36`,
    "Chrome",
    "Chromebook",
    "computer",
    false,
  ],
  [
    `Mozilla/5.0 (SMART-TV; Linux; Tizen 7.0) ${KIT} SamsungBrowser/5.0 Chrome/94 TV Safari/537.36`,
    "Samsung Internet",
    "Tizen",
    "television",
    false,
  ],
  [
    `Mozilla/5.0 (Web0S; Linux/SmartTV) ${KIT} Chrome/108.0.0.0 Safari/537.36`,
    "Chrome",
    "webOS",
    "television",
    false,
  ],
  ["node", null, null, "computer", false],
  ["", null, null, "computer", false],
])("%s", (userAgent, browser, system, kind, isApp) => {
  expect(readDeviceName(userAgent)).toEqual({ browser, system, kind, isApp });
});
