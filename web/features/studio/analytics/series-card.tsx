import type { AnalyticsCell, Analytics } from "#shared/analytics/analytics.ts";
import { analyticsMessages } from "#shared/messages/studio/analytics.ts";
import { StudioCard } from "#web/features/studio/kit/studio-page.tsx";
import { useTexts } from "#web/lib/site.ts";
import { DownloadButton } from "./download-button.tsx";
import { useCountFormats } from "./use-count-formats.ts";

/** Count of each slot. Null: too small to be shown. */
export type SlotValues = readonly (number | null)[];

/** Returns the values of one key in every slot; a slot without a cell has 0. */
export function valuesOf(
  { slots }: Pick<Analytics, "slots">,
  cells: readonly AnalyticsCell[],
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

/** Returns the highest visible value; 0 without one. */
export function highest(values: SlotValues): number {
  return Math.max(0, ...values.map((value) => value ?? 0));
}

/** Bar of a chart. Position and size are fractions of the chart. */
export type Bar = { readonly left: number; readonly width: number; readonly height: number };

/** Fraction of a slot that separates two bars. */
const GAP_SHARE = 0.2;

/** Returns a bar for each slot whose count is visible and above 0. */
export function barsOf(values: SlotValues): readonly Bar[] {
  const most = highest(values);
  const slot = 1 / Math.max(1, values.length);
  return values.flatMap((value, at) =>
    value === null || value === 0
      ? []
      : [{ left: at * slot, width: slot * (1 - GAP_SHARE), height: value / most }],
  );
}

type BarChartProps = {
  /** Description for screen readers. */
  label: string;
  values: SlotValues;
};

const WIDTH = 600;
const HEIGHT = 120;
const ROUNDING = 2;

/** Analytics over time as bars. The table next to it has the same values. */
function BarChart({ label, values }: BarChartProps) {
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

export type Series = { key: string; name: string; values: SlotValues };

type SeriesCardProps = {
  title: string;
  /** Name of the CSV file, without its extension. */
  fileName: string;
  numbers: Pick<Analytics, "slots" | "slot">;
  series: readonly Series[];
};

/** Analytics over time: a chart for each series, one table and one file for all. */
export function SeriesCard({ title, fileName, numbers, series }: SeriesCardProps) {
  const texts = useTexts(analyticsMessages);
  const shown = series.filter(({ values }) => values.some((value) => value !== 0));
  const slotName = texts[numbers.slot];
  const rows = () => [
    [slotName, ...shown.map(({ name }) => name)],
    ...numbers.slots.map((at, index) => [
      at,
      ...shown.map(({ values }) => values[index] ?? texts.fewer),
    ]),
  ];
  if (shown.length === 0) {
    return (
      <StudioCard title={title}>
        <p className="text-ink-soft">{texts.none}</p>
      </StudioCard>
    );
  }
  return (
    <StudioCard title={title} mark={<DownloadButton {...{ title, fileName, rows }} />}>
      <div className="stack-5">
        {shown.map((one) => (
          <SeriesFigure key={one.key} numbers={numbers} series={one} />
        ))}
      </div>
    </StudioCard>
  );
}

type SeriesFigureProps = { numbers: SeriesCardProps["numbers"]; series: Series };

/** Chart of one series, with its table. */
function SeriesFigure({ numbers, series: { name, values } }: SeriesFigureProps) {
  const texts = useTexts(analyticsMessages);
  const { slotText, countText } = useCountFormats(numbers.slot);
  const most = countText(highest(values));
  return (
    <figure>
      <figcaption className="mb-1 flex justify-between gap-4 text-sm text-ink-soft">
        <span className="min-w-0 wrap-anywhere">{name}</span>
        <span aria-hidden="true">{most}</span>
      </figcaption>
      <BarChart label={texts.chart(name, most)} values={values} />
      <details>
        <summary className="flex min-h-11 cursor-pointer items-center font-semibold">
          {texts.table}
        </summary>
        <table className="w-full text-left text-sm">
          <thead>
            <tr>
              <th scope="col" className="py-2 pr-4">
                {texts[numbers.slot]}
              </th>
              <th scope="col" className="py-2 text-right wrap-anywhere">
                {name}
              </th>
            </tr>
          </thead>
          <tbody>
            {numbers.slots.map((at, index) => (
              <tr key={at} className="border-t border-line">
                <th scope="row" className="py-2 pr-4 font-normal">
                  {slotText(at)}
                </th>
                <td className="py-2 text-right tabular-nums">{countText(values[index] ?? null)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}
