import { expect, it } from "vitest";
import { EMAIL_ADDRESS, isDay, isHttpsUrl, isInstant } from "./formats.ts";

it.each<[string, boolean]>([
  ["ruth@example.org", true],
  ["sean.o'brien+tv@mail.example.org", true],
  ["ruth@xn--bcher-kva.example", true],
  ["ruth", false],
  ["ruth@localhost", false],
  [".ruth@example.org", false],
  ["ruth.@example.org", false],
  ["ruth@example..org", false],
  ["ruth@exa mple.org", false],
])("an email address, %s: %s", (text, isValid) => {
  expect(EMAIL_ADDRESS.test(text)).toBe(isValid);
});

it.each<[string, boolean]>([
  ["2026-02-28", true],
  ["1998-05-03", true],
  ["2028-02-29", true],
  ["2026-02-29", false],
  ["2026-04-31", false],
  ["2026-13-01", false],
  ["2026-2-1", false],
  ["", false],
])("a day, %j: %s", (text, isValid) => {
  expect(isDay(text)).toBe(isValid);
});

it.each<[string, boolean]>([
  ["2026-11-23T06:00:00Z", true],
  ["2026-11-23T06:00:00.123+02:00", true],
  ["2026-02-30T06:00:00Z", false],
  ["2026-11-23 06:00:00Z", false],
  ["2026-11-23T06:00:00", false],
  ["2026-11-23T06:00Z", false],
  ["2026-11-23T06:00:00+02", false],
  ["tomorrow", false],
])("an instant, %j: %s", (text, isValid) => {
  expect(isInstant(text)).toBe(isValid);
});

it.each<[string, boolean]>([
  ["https://example.org/a?b#c", true],
  ["HTTPS://example.org", true],
  ["http://example.org", false],
  ["javascript:alert(1)", false],
  ["https://", false],
  ["example.org", false],
])("an https URL, %s: %s", (text, isValid) => {
  expect(isHttpsUrl(text)).toBe(isValid);
});
