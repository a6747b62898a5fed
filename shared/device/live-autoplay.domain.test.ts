import { expect, test } from "vitest";
import { liveStart, type StartFacts } from "./live-autoplay.domain.ts";

const WIDE: StartFacts = {
  savesData: false,
  prefersLessMotion: false,
  isPhone: false,
  connection: undefined,
};

test.each([
  ["a wide screen whose line tells nothing", {}, "all"],
  ["a wide screen on a fast line", { connection: { effectiveType: "4g" } }, "all"],
  ["a wide screen on wifi", { connection: { type: "wifi", effectiveType: "4g" } }, "all"],
  ["a phone", { isPhone: true }, "leading"],
  ["a phone on wifi", { isPhone: true, connection: { type: "wifi" } }, "leading"],
  ["a line of a phone network", { connection: { type: "cellular" } }, "leading"],
  ["a 3g line", { connection: { effectiveType: "3g" } }, "leading"],
  [
    "a line that asks to save, where its visitor said no",
    { connection: { saveData: true } },
    "leading",
  ],
  ["a visitor who wants less motion", { prefersLessMotion: true }, "none"],
  ["a visitor who saves data", { savesData: true }, "none"],
  ["a phone that saves data", { savesData: true, isPhone: true }, "none"],
  ["words that no browser says", { connection: { type: "?", effectiveType: "93g" } }, "all"],
] satisfies [string, Partial<StartFacts>, string][])("%s: %j starts %s", (_who, facts, start) => {
  expect(liveStart({ ...WIDE, ...facts })).toBe(start);
});
