import { useState } from "react";
import { useItems } from "#web/base/sync/use-items.ts";
import { ContinueRow } from "#web/features/history/continue-row.tsx";
import { optional } from "#web/ui/optional.tsx";

/** Loaded for readers of a plan. */
const TodaysReading = optional(
  async () => (await import("#web/features/plans/todays-reading.tsx")).TodaysReading,
);

/** The visitor's own part of Home: videos to continue, and today's reading of the plans. */
export function HomePersonal() {
  const { items: plans } = useItems("plan-run");
  const [isReserved] = useState(() => document.documentElement.classList.contains("has-reading"));
  return (
    <>
      <ContinueRow />
      {(isReserved || plans.length > 0) && <TodaysReading />}
    </>
  );
}
