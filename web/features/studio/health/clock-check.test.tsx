import { expect, it } from "vitest";
import { clockCheck } from "./health-page.tsx";

it.each([
  ["2026-11-23T10:01:00Z", "good", 60],
  ["2026-11-23T10:01:01Z", "warn", 61],
  ["2026-11-23T09:00:00Z", "warn", 3_600],
])("checks a device at %s: %s", (device, tone, seconds) => {
  expect(clockCheck("2026-11-23T10:00:00Z", device)).toMatchObject({ tone, values: { seconds } });
});
