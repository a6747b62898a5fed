import type { NumberCell, Numbers } from "#shared/analytics/analytics.ts";

/** What was counted in each slot: null where it was something, but too little to be shown. */
export type SlotValues = readonly (number | null)[];

/** The values of one key in every slot; a slot without a cell had nothing. */
export function valuesOf(
  { slots }: Pick<Numbers, "slots">,
  cells: readonly NumberCell[],
  key: string,
): SlotValues {
  const byMoment = new Map(
    cells.filter((cell) => cell.key === key).map(({ at, value }) => [Date.parse(at), value]),
  );
  return slots.map((at) => {
    const moment = Date.parse(at);
    return byMoment.has(moment) ? (byMoment.get(moment) ?? null) : 0;
  });
}

/** The highest value that is shown; 0 where none is. */
export function highest(values: SlotValues): number {
  return Math.max(0, ...values.map((value) => value ?? 0));
}

/** A bar of a chart: where it begins and how high it is, each as a part of the whole. */
export type Bar = { readonly left: number; readonly width: number; readonly height: number };

/** Part of a slot that is left free between two bars. */
const GAP_SHARE = 0.2;

/** Bars for all slots; what is not shown and what is nothing have none. */
export function barsOf(values: SlotValues): readonly Bar[] {
  const most = highest(values);
  const slot = 1 / Math.max(1, values.length);
  return values.flatMap((value, at) =>
    value === null || value === 0
      ? []
      : [{ left: at * slot, width: slot * (1 - GAP_SHARE), height: value / most }],
  );
}
