import { numbersMessages } from "#shared/messages/studio/numbers.ts";
import type { Numbers } from "#shared/analytics/analytics.ts";
import { StudioCard } from "#web/features/studio/kit/studio-page.tsx";
import { useTexts } from "#web/lib/site.ts";
import { BarChart } from "./bar-chart.tsx";
import { DownloadButton } from "./download-button.tsx";
import { highest, type SlotValues } from "./series.domain.ts";
import { useNumberTexts } from "./use-number-texts.ts";

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
