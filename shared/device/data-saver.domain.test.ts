import { expect, it } from "vitest";
import { type Connection, type DataSaverChoice, savesData } from "./data-saver.domain.ts";

it.each<[DataSaverChoice, Connection | undefined, boolean]>([
  ["auto", undefined, false],
  ["auto", {}, false],
  ["auto", { saveData: true, effectiveType: "4g" }, true],
  ["auto", { saveData: false, effectiveType: "2g" }, true],
  ["auto", { effectiveType: "slow-2g" }, true],
  ["auto", { effectiveType: "3g" }, false],
  ["on", undefined, true],
  ["on", { effectiveType: "4g" }, true],
  ["off", { saveData: true }, false],
  ["off", { effectiveType: "slow-2g" }, false],
])("choice %s on %j saves data: %s", (choice, connection, expected) => {
  expect(savesData(choice, { connection, prefersLess: false })).toBe(expected);
});

it.each<[DataSaverChoice, boolean]>([
  ["auto", true],
  ["on", true],
  ["off", false],
])("choice %s on a device that prefers reduced data saves data: %s", (choice, expected) => {
  expect(savesData(choice, { connection: {}, prefersLess: true })).toBe(expected);
});
