import { Check, CircleDashed, Clock3, Minus, PencilLine } from "lucide-react";
import type { DayState } from "./month-plan.domain.ts";

const SIGNS = {
  published: Check,
  scheduled: Clock3,
  draft: PencilLine,
  missing: CircleDashed,
  past: Minus,
} as const;

/** The sign of a day's state; its words stand beside it or in the day's name. */
export function DaySign({ state }: { state: DayState }) {
  const Sign = SIGNS[state];
  return <Sign aria-hidden className="size-4 shrink-0" />;
}
