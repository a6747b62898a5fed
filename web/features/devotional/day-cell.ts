/** Classes of one day in a grid or calendar. */
export const CELL =
  "relative flex aspect-square min-h-10 w-full items-center justify-center rounded-lg text-sm font-semibold even-figures transition-colors";

type CellFacts = { isSelected: boolean; isToday: boolean; isFilled: boolean };

/** Returns the colour classes of one day. */
export function cellTone({ isSelected, isToday, isFilled }: CellFacts): string {
  if (isSelected) return "bg-brand text-on-brand";
  const ring = isToday ? "[box-shadow:inset_0_0_0_2px_var(--gold)]" : "";
  const ink = isFilled ? "bg-raised text-ink hover:bg-line" : "text-ink-soft hover:bg-raised";
  return `${ink} ${ring}`;
}
