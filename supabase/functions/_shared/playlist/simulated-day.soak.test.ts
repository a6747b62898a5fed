import { expect, it } from "vitest";
import { simulateDay, type SimulatedList } from "./simulated-day.fixture.ts";

/** The longest lists; `simulated-day.test.ts` has lists of all kinds. */
it.each<SimulatedList>([
  { count: 200, order: "newest on top" },
  { count: 1_200, order: "newest at the end" },
])("nine lists of $count, $order, requested all day, cost at most 2,100 units", async (list) => {
  const lists = Array.from({ length: 9 }, () => list);
  const { late, units } = await simulateDay(lists);
  expect(late).toEqual([]);
  expect(units).toBeLessThanOrEqual(2_100);
});
