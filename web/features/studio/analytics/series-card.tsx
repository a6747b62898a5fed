import type { NumberCell, Numbers } from "#shared/analytics/analytics.ts";
import { numbersMessages } from "#shared/messages/studio/numbers.ts";
import { StudioCard } from "#web/features/studio/kit/studio-page.tsx";
import { useTexts } from "#web/lib/site.ts";
import { DownloadButton } from "./download-button.tsx";
import { useNumberTexts } from "./use-number-texts.ts";

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

/** One line of numbers over time. */
export type Series = { key: string; name: string; values: SlotValues };

type SeriesCardProps = {
  title: string;
  /** Of the file that it can be downloaded as. */
  fileName: string;
  numbers: Pick<Numbers, "slots" | "slot">;
  series: readonly Series[];
};

/** Numbers over time: a chart for each line, one table and one file for all. */
export function SeriesCard({ title, fileName, numbers, series }: SeriesCardProps) {
  const texts = useTexts(numbersMessages);
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

/** One line as a chart, with the table behind it. */
function SeriesFigure({ numbers, series: { name, values } }: SeriesFigureProps) {
  const texts = useTexts(numbersMessages);
  const { slotText, countText } = useNumberTexts(numbers.slot);
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
