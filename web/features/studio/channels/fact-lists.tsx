import { StatusLabel } from "#web/features/studio/kit/studio-page.tsx";

type FactListProps = {
  facts: readonly { term: string; text: string }[];
  /** Classes of the grid's columns and gaps. */
  className: string;
};

/** Facts about a broadcast, each with its name above it. */
export function FactList({ facts, className }: FactListProps) {
  return (
    <dl className={className}>
      {facts.map(({ term, text }) => (
        <div key={term} className="min-w-0">
          <dt className="text-sm text-ink-soft">{term}</dt>
          <dd className="font-medium wrap-anywhere tabular-nums">{text}</dd>
        </div>
      ))}
    </dl>
  );
}

/** What is wrong with a broadcast, announced as it changes; without lines it takes no space. */
export function WarningList({ tone, lines }: { tone: "bad" | "warn"; lines: readonly string[] }) {
  return (
    <div role="status" className="empty:hidden">
      {lines.length > 0 && (
        <ul className="stack-2">
          {lines.map((line) => (
            <li key={line}>
              <StatusLabel tone={tone} text={line} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
