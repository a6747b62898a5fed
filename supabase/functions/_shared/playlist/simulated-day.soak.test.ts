import { expect, it } from "vitest";
import { type Order, simulateDay } from "./simulated-day.fixture.ts";

const nine = (count: number, order: Order) => Array.from({ length: 9 }, () => ({ count, order }));

const MIXED = [12, 40, 63, 150, 200, 200, 500, 1_050, 1_200].map((count, index) => ({
  count,
  order: index % 2 === 0 ? ("newest at the end" as const) : ("newest on top" as const),
}));

it.each([
  ["lists of all kinds", MIXED],
  ["lists of 200, newest on top", nine(200, "newest on top")],
  ["lists of 1,200, newest at the end", nine(1_200, "newest at the end")],
])(
  "nine %s, requested all day, show uploads within 15 minutes for 2,100 units",
  async (_kind, lists) => {
    const { late, units } = await simulateDay(lists);
    expect(late).toEqual([]);
    expect(units).toBeLessThanOrEqual(2_100);
  },
);
