import { beforeEach, expect, it } from "vitest";
import type { EmbedCommand, EmbedMessage } from "#shared/embed/embed-protocol.ts";
import { countData } from "./data-usage.ts";

const MOVED: EmbedMessage = { v: 1, t: "moved", bytes: 600_000 };
const STOP: EmbedCommand = { v: 1, c: "stop", mb: 1 };

/** A player of the page and the commands it received. */
function openPlayer() {
  const told: EmbedCommand[] = [];
  const hear = (message: EmbedMessage): void => countData(message, (command) => told.push(command));
  return { told, hear };
}

function storedUse(): number[] {
  return Object.values(JSON.parse(localStorage.getItem("dataUse") ?? "{}"));
}

/** Each test begins with a count of zero. */
beforeEach(() => countData({ v: 1, t: "onward" }, () => undefined));

it("counts the bytes that players report under the month, and no other message", () => {
  const { hear } = openPlayer();
  hear(MOVED);
  hear({ v: 1, t: "state", s: "playing" });
  hear(MOVED);
  expect(storedUse()).toEqual([1_200_000]);
});

it("stops no player without a limit", () => {
  const { told, hear } = openPlayer();
  for (let round = 0; round < 200; round++) hear(MOVED);
  expect(told).toEqual([]);
});

it("stops a player at the limit, and a later one before it begins", () => {
  localStorage.setItem("dataLimitMb", "1");
  const [first, later] = [openPlayer(), openPlayer()];
  first.hear(MOVED);
  expect(first.told).toEqual([]);
  first.hear(MOVED);
  expect(first.told).toEqual([STOP]);
  later.hear({ v: 1, t: "ready" });
  expect(later.told).toEqual([STOP]);
});

it("gives the whole limit again to a visitor who continues", () => {
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

it("resets a count that cannot be read to zero", () => {
  localStorage.setItem("dataUse", '{"2026-11":"much"}');
  const { hear } = openPlayer();
  hear(MOVED);
  expect(storedUse()).toEqual([600_000]);
});
