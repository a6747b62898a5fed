import { expect, it } from "vitest";
import { mayAutoplay, type StartFacts } from "./live-autoplay.domain.ts";

const WIDE: StartFacts = {
  savesData: false,
  prefersLessMotion: false,
  isPhone: false,
  connection: undefined,
};

it.each([
  ["a wide screen with an unknown connection", {}, true],
  ["a wide screen on a fast connection", { connection: { effectiveType: "4g" } }, true],
  ["a wide screen on wifi", { connection: { type: "wifi", effectiveType: "4g" } }, true],
  ["a phone", { isPhone: true }, false],
  ["a phone on wifi", { isPhone: true, connection: { type: "wifi" } }, false],
  ["a mobile network", { connection: { type: "cellular" } }, false],
  ["a connection of 400 kbit/s", { connection: { effectiveType: "4g", downlink: 0.4 } }, false],
  ["a connection of 10 Mbit/s", { connection: { effectiveType: "4g", downlink: 10 } }, true],
  ["a 3g connection", { connection: { effectiveType: "3g" } }, false],
  [
    "a connection that prefers saving, after the visitor chose not to",
    { connection: { saveData: true } },
    false,
  ],
  ["a visitor who prefers reduced motion", { prefersLessMotion: true }, false],
  ["a visitor who saves data", { savesData: true }, false],
  ["a phone that saves data", { savesData: true, isPhone: true }, false],
  ["unknown values", { connection: { type: "?", effectiveType: "93g" } }, true],
] satisfies [string, Partial<StartFacts>, boolean][])(
  "%s: %j autoplays %s",
  (_name, facts, expected) => {
    expect(mayAutoplay({ ...WIDE, ...facts })).toBe(expected);
  },
);
