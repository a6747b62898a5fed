import { expect, it } from "vitest";
import type { EmbedCommand, EmbedMessage } from "#shared/embed/embed-protocol.ts";
import { handleChoices } from "./handle-player-message.ts";

function toldAfter(message: EmbedMessage): EmbedCommand[] {
  const told: EmbedCommand[] = [];
  handleChoices(message, (command) => told.push(command));
  return told;
}

const READY: EmbedMessage = { v: 1, t: "ready" };

it.each<[string, string, EmbedMessage, EmbedCommand]>([
  ["videoQuality", "480", { v: 1, t: "quality", lines: 480 }, { v: 1, c: "quality", lines: 480 }],
  ["videoVolume", "0.35", { v: 1, t: "volume", level: 0.35 }, { v: 1, c: "volume", level: 0.35 }],
  ["videoVolume", "0", { v: 1, t: "volume", level: 0 }, { v: 1, c: "volume", level: 0 }],
  [
    "videoCaptions",
    "fr",
    { v: 1, t: "captions", language: "fr" },
    { v: 1, c: "captions", language: "fr" },
  ],
])("sends a new player the choice made in another: %s %s", (key, stored, chosen, told) => {
  expect(toldAfter(READY)).toEqual([]);
  expect(toldAfter(chosen)).toEqual([]);
  expect(localStorage.getItem(key)).toBe(stored);
  expect(toldAfter(READY)).toEqual([told]);
});

it("players use their own defaults after a reset", () => {
  for (const message of [
    { v: 1, t: "quality", lines: 480 },
    { v: 1, t: "quality", lines: 0 },
    { v: 1, t: "volume", level: 0.2 },
    { v: 1, t: "volume", level: 1 },
    { v: 1, t: "captions", language: "en" },
    { v: 1, t: "captions", language: "" },
  ] as const) {
    toldAfter(message);
  }
  expect(toldAfter(READY)).toEqual([]);
});

it.each([
  ["videoQuality", "best"],
  ["videoQuality", "-1"],
  ["videoQuality", "{}"],
  ["videoVolume", "loud"],
  ["videoVolume", "7"],
  ["videoCaptions", "{}"],
])("ignores a stored %s of %s", (key, stored) => {
  localStorage.setItem(key, stored);
  expect(toldAfter(READY)).toEqual([]);
});
