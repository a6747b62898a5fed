import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { kitMessages } from "#shared/messages/studio/kit.ts";
import { useTexts } from "#web/lib/site.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { lastChangesQuery, type Revision } from "./revisions.data.ts";
import { useClient } from "./studio-context.ts";
import { StudioCard, StudioFailed, StudioLoading } from "./studio-page.tsx";
import { useUndo, useUndoBatch } from "./use-act.ts";
import { useTimeText } from "./use-time-text.ts";

const SHOWN_CHANGES = 5;

/** The last changes of all that one may change, each with Undo. */
export function LastChanges() {
  const { changes } = useTexts(kitMessages);
  const query = useQuery(lastChangesQuery(useClient(), SHOWN_CHANGES));
  return (
    <StudioCard title={changes.title}>
      {query.data ? (
        <ChangeList revisions={query.data} />
      ) : query.isError ? (
        <StudioFailed onRetry={() => void query.refetch()} />
      ) : (
        <StudioLoading />
      )}
    </StudioCard>
  );
}

function ChangeList({ revisions }: { revisions: readonly Revision[] }) {
  const { act, changes, field } = useTexts(kitMessages);
  const timeText = useTimeText();
  const undo = useUndo();
  const undoBatch = useUndoBatch();
  const [pending, setPending] = useState<number | null>(null);

  async function takeBack({ id, batch }: Revision): Promise<void> {
    setPending(id);
    await (batch === null ? undo(id) : undoBatch(batch));
    setPending(null);
  }

  if (revisions.length === 0) return <p className="text-ink-soft">{changes.none}</p>;
  return (
    <ul>
      {revisions.map((revision) => (
        <li
          key={revision.id}
          className="flex flex-wrap items-center justify-between gap-3 border-t border-line py-3 first:border-t-0"
        >
          <div className="min-w-0 grow basis-40">
            <p className="font-semibold wrap-anywhere">{revision.summary}</p>
            <p className="text-sm text-ink-soft">
              {changes.line(revision.byName ?? field.somebody, timeText(revision.at))}
            </p>
          </div>
          <button
            type="button"
            disabled={pending !== null}
            aria-label={changes.undoOf(revision.summary)}
            onClick={() => void takeBack(revision)}
            className={buttonStyle("outline")}
          >
            {act.undo}
          </button>
        </li>
      ))}
    </ul>
  );
}
