import { expect, it } from "vitest";
import { IS_FULL } from "#tests/support/full-run.ts";
import { simulateDay } from "./simulated-day.fixture.ts";

it.runIf(IS_FULL)(
  "nine lists of all kinds show uploads within 15 minutes for 2,100 units a day",
  async () => {
    const lists = [12, 40, 63, 150, 200, 200, 500, 1_050, 1_200].map((count, index) => ({
      count,
      order: index % 2 === 0 ? ("newest at the end" as const) : ("newest on top" as const),
    }));
    const { late, units } = await simulateDay(lists);
    expect(late).toEqual([]);
    expect(units).toBeLessThanOrEqual(2_100);
  },
  60_000,
);
