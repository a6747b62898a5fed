import { expect, it } from "vitest";
import { mayAutoplay, type StartFacts } from "./live-autoplay.domain.ts";

const WIDE: StartFacts = {
  savesData: false,
  prefersLessMotion: false,
  isPhone: false,
  connection: undefined,
};

it.each([
  ["a wide screen whose line tells nothing", {}, true],
  ["a wide screen on a fast line", { connection: { effectiveType: "4g" } }, true],
  ["a wide screen on wifi", { connection: { type: "wifi", effectiveType: "4g" } }, true],
  ["a phone", { isPhone: true }, false],
  ["a phone on wifi", { isPhone: true, connection: { type: "wifi" } }, false],
  ["a line of a phone network", { connection: { type: "cellular" } }, false],
  ["a line of 400 kbit/s", { connection: { effectiveType: "4g", downlink: 0.4 } }, false],
  ["a line of 10 Mbit/s", { connection: { effectiveType: "4g", downlink: 10 } }, true],
  ["a 3g line", { connection: { effectiveType: "3g" } }, false],
  [
    "a line that asks to save, where its visitor said no",
    { connection: { saveData: true } },
    false,
  ],
  ["a visitor who wants less motion", { prefersLessMotion: true }, false],
  ["a visitor who saves data", { savesData: true }, false],
  ["a phone that saves data", { savesData: true, isPhone: true }, false],
  ["words that no browser says", { connection: { type: "?", effectiveType: "93g" } }, true],
] satisfies [string, Partial<StartFacts>, boolean][])(
  "%s: %j autoplays %s",
  (_who, facts, expected) => {
    expect(mayAutoplay({ ...WIDE, ...facts })).toBe(expected);
  },
);
