import { beforeEach, expect, test } from "vitest";
import type { EmbedCommand, EmbedMessage } from "#shared/embed/embed-protocol.ts";
import { countData } from "./data-usage.ts";

const MOVED: EmbedMessage = { v: 1, t: "moved", bytes: 600_000 };
const STOP: EmbedCommand = { v: 1, c: "stop", mb: 1 };

/** A player of the page, and what it was told. */
function openPlayer() {
  const told: EmbedCommand[] = [];
  const hear = (message: EmbedMessage): void => countData(message, (command) => told.push(command));
  return { told, hear };
}

function storedUse(): number[] {
  return Object.values(JSON.parse(localStorage.getItem("dataUse") ?? "{}"));
}

/** The count of the visit begins at zero for each test. */
beforeEach(() => countData({ v: 1, t: "onward" }, () => undefined));

test("what players move is counted under the month, and nothing else that they say", () => {
  const { hear } = openPlayer();
  hear(MOVED);
  hear({ v: 1, t: "state", s: "playing" });
  hear(MOVED);
  expect(storedUse()).toEqual([1_200_000]);
});

test("without a limit no player is stopped", () => {
  const { told, hear } = openPlayer();
  for (let round = 0; round < 200; round++) hear(MOVED);
  expect(told).toEqual([]);
});

test("at the limit a player is stopped, and one that comes later before it begins", () => {
  localStorage.setItem("dataLimitMb", "1");
  const [first, later] = [openPlayer(), openPlayer()];
  first.hear(MOVED);
  expect(first.told).toEqual([]);
  first.hear(MOVED);
  expect(first.told).toEqual([STOP]);
  later.hear({ v: 1, t: "ready" });
  expect(later.told).toEqual([STOP]);
});

test("who goes on has the whole limit again", () => {
  localStorage.setItem("dataLimitMb", "1");
  const { told, hear } = openPlayer();
  hear(MOVED);
  hear(MOVED);
  hear({ v: 1, t: "onward" });
  hear(MOVED);
  expect(told).toEqual([STOP]);
  hear(MOVED);
  expect(told).toEqual([STOP, STOP]);
});

test("a count that cannot be read starts again at zero", () => {
  localStorage.setItem("dataUse", '{"2026-11":"much"}');
  const { hear } = openPlayer();
  hear(MOVED);
  expect(storedUse()).toEqual([600_000]);
});
