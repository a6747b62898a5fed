import { expect, test } from "vitest";
import { type Other, readBeat, SILENT_AFTER_MS, stillHere, withBeat } from "./others.domain.ts";

const OWN = "aaaaaaaa-0000-4000-8000-000000000001";
const RUTH = "aaaaaaaa-0000-4000-8000-000000000002";
const BEN = "aaaaaaaa-0000-4000-8000-000000000003";
const NOW = Date.parse("2026-11-22T10:00:00Z");
const AT = "2026-11-22T10:00:00.000Z";

const beat = (userId: string, name: string) => ({ userId, name, at: AT, isNew: false });
const names = (others: readonly Other[]) => others.map(({ name }) => name);

test("a beat is read; one's own other tabs are nobody else", () => {
  expect(readBeat(beat(RUTH, "Ruth"), OWN)).toEqual(beat(RUTH, "Ruth"));
  expect(readBeat(beat(OWN, "Ruth"), OWN)).toBeNull();
});

test.each([
  null,
  "here",
  {},
  { ...beat(RUTH, "Ruth"), userId: "x" },
  { ...beat(RUTH, "Ruth"), at: "soon" },
  beat(RUTH, " "),
  { ...beat(RUTH, ""), name: { en: "Ruth" } },
])("what is no beat is passed over: %j", (payload) => {
  expect(readBeat(payload, OWN)).toBeNull();
});

test("a name is a short line without signs that nobody sees", () => {
  expect(readBeat(beat(RUTH, ` Ruth\u202E\u0007${"h".repeat(200)}`), OWN)?.name).toBe(
    `Ruth${"h".repeat(76)}`,
  );
});

test("everybody is listed once, by the newest name, in the order of coming", () => {
  const first = withBeat([], beat(RUTH, "Ruth"), NOW);
  const both = withBeat(first, beat(BEN, "Ben"), NOW + 1);
  const again = withBeat(both, beat(RUTH, "Ruth Moyo"), NOW + 2);
  expect(names(again)).toEqual(["Ruth Moyo", "Ben"]);
});

test("after 45 seconds of silence somebody has left, by this device's clock", () => {
  const ruth = withBeat([], beat(RUTH, "Ruth"), NOW);
  const both = withBeat(ruth, beat(BEN, "Ben"), NOW + 20_000);
  expect(stillHere(both, NOW + SILENT_AFTER_MS - 1)).toBe(both);
  expect(names(stillHere(both, NOW + SILENT_AFTER_MS))).toEqual(["Ben"]);
  expect(stillHere(both, NOW + 20_000 + SILENT_AFTER_MS)).toEqual([]);
});
