import { expect, test } from "vitest";
import type { EmbedCommand, EmbedMessage } from "#shared/embed/embed-protocol.ts";
import { keepQuality } from "./stored-quality.ts";

function toldAfter(message: EmbedMessage): EmbedCommand[] {
  const told: EmbedCommand[] = [];
  keepQuality(message, (command) => told.push(command));
  return told;
}

const READY: EmbedMessage = { v: 1, t: "ready" };

test("a player that comes is told the quality that was chosen in another", () => {
  expect(toldAfter(READY)).toEqual([]);
  expect(toldAfter({ v: 1, t: "quality", lines: 480 })).toEqual([]);
  expect(localStorage.getItem("videoQuality")).toBe("480");
  expect(toldAfter(READY)).toEqual([{ v: 1, c: "quality", lines: 480 }]);
});

test("back to automatic, players decide by themselves", () => {
  keepQuality({ v: 1, t: "quality", lines: 480 }, () => undefined);
  keepQuality({ v: 1, t: "quality", lines: 0 }, () => undefined);
  expect(toldAfter(READY)).toEqual([]);
});

test.each(["best", "-1", "{}"])("a stored quality of %s counts as none", (stored) => {
  localStorage.setItem("videoQuality", stored);
  expect(toldAfter(READY)).toEqual([]);
});
