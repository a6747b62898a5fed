import { expect, it } from "vitest";
import { isTvBrowser } from "./is-tv-browser.domain.ts";

const DESKTOP = "Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 Chrome/131.0.0.0 Safari/537.36";

it.each([
  "Mozilla/5.0 (SMART-TV; LINUX; Tizen 9.0) AppleWebKit/537.36 120.0.0.0/9.0 TV Safari/537.36",
  "Mozilla/5.0 (Web0S; Linux/SmartTV) AppleWebKit/537.36 Chr0me/120.0.0.0 Safari/537.36 LG Browser/9.00",
  "Mozilla/5.0 (Linux; Android 9; AFTKAUK002) AppleWebKit/537.36 Silk/118.3.1",
  "Mozilla/5.0 (Linux; Android 12; 4K Google TV Stick Build/X) AppleWebKit/537.36 Chrome/120",
  "Mozilla/5.0 (Linux; Andr0id 9; BRAVIA 4K UR1) AppleWebKit/537.36 Chrome/120",
])("arrows move focus on %s", (userAgent) => {
  expect(isTvBrowser(userAgent, "", true)).toBe(true);
});

it.each([
  DESKTOP,
  "Mozilla/5.0 (iPad; CPU OS 17_0 like Mac OS X) AppleWebKit/605.1.15 Version/17.0 Safari/604.1",
  "Mozilla/5.0 (Linux; Android 13; Positivo Twist) AppleWebKit/537.36 Chrome/120 Mobile Safari/537.36",
  "Mozilla/5.0 (Linux; Tizen 2.3; SAMSUNG SM-Z130H) AppleWebKit/537.3 Mobile Safari/537.3",
])("arrows keep their default on %s", (userAgent) => {
  expect(isTvBrowser(userAgent, "", true)).toBe(false);
});

it("the query parameter or a missing pointer enables spatial navigation", () => {
  expect(isTvBrowser(DESKTOP, "?tv", true)).toBe(true);
  expect(isTvBrowser(DESKTOP, "?page=2&tv=webos", true)).toBe(true);
  expect(isTvBrowser(DESKTOP, "?tvshow=1", true)).toBe(false);
  expect(isTvBrowser(DESKTOP, "", false)).toBe(true);
});
