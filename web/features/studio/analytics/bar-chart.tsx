import { barsOf, type SlotValues } from "./series.domain.ts";

type BarChartProps = {
  /** What it shows, for those who do not see it. */
  label: string;
  values: SlotValues;
};

const WIDTH = 600;
const HEIGHT = 120;
const ROUNDING = 2;

/** Numbers over time as bars; the table beside it says the same. */
export function BarChart({ label, values }: BarChartProps) {
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      className="h-28 w-full border-b border-line text-brand"
    >
      {barsOf(values).map(({ left, width, height }) => (
        <rect
          key={left}
          x={left * WIDTH}
          y={(1 - height) * HEIGHT}
          width={width * WIDTH}
          height={height * HEIGHT}
          rx={ROUNDING}
          fill="currentColor"
        />
      ))}
    </svg>
  );
}
