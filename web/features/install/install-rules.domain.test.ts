import { describe, expect, it } from "vitest";
import { installDevice, shouldShowInstallCard } from "./install-rules.domain.ts";

const NOW_MS = Date.UTC(2026, 10, 21);
const DAY_MS = 86_400_000;
const fresh = { isStandalone: false, isInstalled: false, dismissedAtMs: 0, nowMs: NOW_MS };

describe("the install card", () => {
  it.each([
    ["at first", fresh, true],
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
