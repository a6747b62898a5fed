import { expect, it } from "vitest";
import { unpublishableDays } from "./publish.data.ts";

const days = (...numbers: number[]) =>
  numbers.map((day) => ({ day, title: "t", verse: "v", content: "c" }));

it("names the days that a month does not have or that come twice", () => {
  expect(unpublishableDays(days(1, 28, 29, 30), "2026-02")).toEqual([29, 30]);
  expect(unpublishableDays(days(29), "2024-02")).toEqual([]);
  expect(unpublishableDays(days(1, 2, 1, 0, 1.5), "2026-06")).toEqual([1, 0, 1.5]);
});
