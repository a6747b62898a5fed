import { analyticsMessages } from "#shared/messages/studio/analytics.ts";
import type { Metric, Analytics } from "#shared/analytics/analytics.ts";
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
