import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { kitMessages } from "#shared/messages/studio/kit.ts";
import type { StudioDocument } from "#shared/studio/documents.ts";
import { useTexts } from "#web/lib/site.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { FormDialog } from "#web/ui/form-dialog.tsx";
import { changesBetween } from "./merge.domain.ts";
import { documentRevisionsQuery, type Revision } from "./revisions.data.ts";
import { useClient } from "./studio-context.ts";
import { StudioFailed, StudioLoading } from "./studio-page.tsx";
import { useAct } from "./use-act.ts";
import { useTimeText } from "./use-time-text.ts";

type RevisionsDialogProps = { document: StudioDocument; onClose: () => void };

/** The last published versions of a document, each with the way back to what was before it. */
export function RevisionsDialog({ document, onClose }: RevisionsDialogProps) {
  const texts = useTexts(kitMessages);
  const query = useQuery(documentRevisionsQuery(useClient(), document.kind, document.id));
  return (
    <FormDialog title={texts.changes.earlier} closeLabel={texts.close} onClose={onClose}>
      <p className="text-ink-soft">{texts.changes.earlierText}</p>
      <div className="mt-4">
        {query.data ? (
          <RevisionList revisions={query.data} document={document} onClose={onClose} />
        ) : query.isError ? (
          <StudioFailed onRetry={() => void query.refetch()} />
        ) : (
          <StudioLoading />
        )}
      </div>
    </FormDialog>
  );
}

type RevisionListProps = RevisionsDialogProps & { revisions: readonly Revision[] };

function RevisionList({ revisions, document, onClose }: RevisionListProps) {
  const { changes, field } = useTexts(kitMessages);
  const act = useAct();
  const timeText = useTimeText();
  const [isPending, setPending] = useState(false);

  async function goBack({ before, summary }: Revision): Promise<void> {
    setPending(true);
    const result = await act({
      kind: document.kind,
      id: document.id,
      changes: changesBetween(document.body ?? {}, before ?? {}),
      baseVersion: document.version,
      summary: changes.goBackOf(summary),
      done: changes.wentBack,
    });
    setPending(false);
    if (result === "published") onClose();
  }

  if (revisions.length === 0) return <p>{changes.none}</p>;
  return (
    <ul className="border-b border-line">
      {revisions.map((revision) => (
        <li
          key={revision.id}
          className="flex flex-wrap items-center justify-between gap-3 border-t border-line py-3"
        >
          <div className="min-w-0 grow basis-40">
            <p className="font-semibold wrap-anywhere">{revision.summary}</p>
            <p className="text-sm text-ink-soft">
              {changes.line(revision.byName ?? field.somebody, timeText(revision.at))}
            </p>
          </div>
          <button
            type="button"
            disabled={isPending}
            aria-label={changes.goBackOf(revision.summary)}
            onClick={() => void goBack(revision)}
            className={buttonStyle("outline")}
          >
            {changes.goBack}
          </button>
        </li>
      ))}
    </ul>
  );
}
