import { kitMessages } from "#shared/messages/studio/kit.ts";
import { useTimeText } from "#web/features/studio/kit/use-time-text.ts";
import { useTexts } from "#web/lib/site.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import type { Revision } from "./revisions.data.ts";

type RevisionLinesProps = {
  revisions: readonly Revision[];
  isBusy: boolean;
  /** Action of each line; its label names the revision. */
  action: { text: string; labelOf: (summary: string) => string };
  onAction: (revision: Revision) => void;
};

/** List of revisions with author, time and an action each. */
export function RevisionLines({ revisions, isBusy, action, onAction }: RevisionLinesProps) {
  const { changes, field } = useTexts(kitMessages);
  const timeText = useTimeText();
  if (revisions.length === 0) return <p className="text-ink-soft">{changes.none}</p>;
  return (
    <ul className="ruled">
      {revisions.map((revision) => (
        <li key={revision.id} className="flex flex-wrap items-center justify-between gap-3 py-3">
          <div className="min-w-0 grow basis-40">
            <p className="font-semibold wrap-anywhere">{revision.summary}</p>
            <p className="text-sm text-ink-soft">
              {changes.line(revision.byName ?? field.somebody, timeText(revision.at))}
            </p>
          </div>
          <button
            type="button"
            disabled={isBusy}
            aria-label={action.labelOf(revision.summary)}
            onClick={() => onAction(revision)}
            className={buttonStyle("outline")}
          >
            {action.text}
          </button>
        </li>
      ))}
    </ul>
  );
}
