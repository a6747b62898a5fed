import { analyticsMessages } from "#shared/messages/studio/analytics.ts";
import type { Metric, Analytics, AnalyticsCell } from "#shared/analytics/analytics.ts";
import { StudioCard } from "#web/features/studio/kit/studio-page.tsx";
import { useTexts } from "#web/lib/site.ts";
import { DownloadButton } from "./download-button.tsx";
import { useCountFormats } from "./use-count-formats.ts";

type KeysCardProps = {
  metric: Metric;
  numbers: Analytics;
  /** Shown above the table. */
  text?: string;
  /** Returns the display name of a key. */
  nameOf: (key: string) => string;
};

const PERCENT = 100;

/** Table of the highest counts, with bars. */
export function KeysCard({ metric, numbers, text, nameOf }: KeysCardProps) {
  const texts = useTexts(analyticsMessages);
  const { countText } = useCountFormats(numbers.slot);
  const { most: title, value: valueTitle, key: keyTitle } = texts.metrics[metric];
  const keys = numbers.keys.filter((one) => one.metric === metric);
  const highestValue = Math.max(1, ...keys.map(({ value }) => value));
  const few = numbers.few[metric] ?? 0;
  const rows = () => [
    [keyTitle, valueTitle],
    ...keys.map(({ key, value }) => [nameOf(key), value]),
  ];
  return (
    <StudioCard
      title={title}
      mark={keys.length > 0 && <DownloadButton {...{ title, fileName: metric, rows }} />}
    >
      {text !== undefined && <p className="mb-3 max-w-prose text-sm text-ink-soft">{text}</p>}
      {keys.length === 0 ? (
        <p className="text-ink-soft">{texts.none}</p>
      ) : (
        <table className="w-full table-fixed text-left text-sm">
          <thead>
            <tr>
              <th scope="col" className="py-2 pr-4">
                {keyTitle}
              </th>
              <th scope="col" className="w-24 py-2 text-right">
                {valueTitle}
              </th>
            </tr>
          </thead>
          <tbody>
            {keys.map(({ key, value }) => (
              <tr key={key} className="border-t border-line">
                <th scope="row" className="py-2 pr-4 font-normal wrap-anywhere">
                  {nameOf(key)}
                  <svg aria-hidden="true" className="mt-1 block h-1 w-full text-brand">
                    <rect
                      width={`${(value / highestValue) * PERCENT}%`}
                      height="100%"
                      fill="currentColor"
                    />
                  </svg>
                </th>
                <td className="py-2 text-right align-top tabular-nums">{countText(value)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {few > 0 && <p className="mt-3 text-sm text-ink-soft">{texts.fewMore(countText(few))}</p>}
    </StudioCard>
  );
}

/** Count of each slot. Null: too small to be shown. */
type SlotValues = readonly (number | null)[];

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
type Bar = { readonly left: number; readonly width: number; readonly height: number };

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
