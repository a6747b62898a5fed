import { kitMessages } from "#shared/messages/studio/kit.ts";
import { useTimeText } from "#web/features/studio/kit/use-time-text.ts";
import { useTexts } from "#web/lib/site.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { type Revision, lastChangesQuery, documentRevisionsQuery } from "./revisions.data.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useClient } from "#web/features/studio/kit/studio-context.ts";
import { StudioCard, StudioQuery } from "#web/features/studio/kit/studio-page.tsx";
import {
  useUndo,
  useUndoBatch,
  usePublishAction,
} from "#web/features/studio/kit/use-publish-action.ts";
import type { StudioDocument } from "#shared/studio/documents.ts";
import { FormDialog } from "#web/ui/form-dialog.tsx";
import { changesBetween } from "#web/features/studio/kit/merge.domain.ts";

type RevisionLinesProps = {
  revisions: readonly Revision[];
  isBusy: boolean;
  /** Action of each line; its label names the revision. */
  action: { text: string; labelOf: (summary: string) => string };
  onAction: (revision: Revision) => void;
};

/** List of revisions with author, time and an action each. */
function RevisionLines({ revisions, isBusy, action, onAction }: RevisionLinesProps) {
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

const MAX_CHANGES = 5;

/** Recent changes of all documents that the user may change, each with undo. */
export function LastChanges() {
  const { changes } = useTexts(kitMessages);
  const query = useQuery(lastChangesQuery(useClient(), MAX_CHANGES));
  return (
    <StudioCard title={changes.title}>
      <StudioQuery query={query}>{(data) => <ChangeList revisions={data} />}</StudioQuery>
    </StudioCard>
  );
}

function ChangeList({ revisions }: { revisions: readonly Revision[] }) {
  const { act, changes } = useTexts(kitMessages);
  const undo = useUndo();
  const undoBatch = useUndoBatch();
  const [isBusy, setBusy] = useState(false);

  async function takeBack({ id, batch }: Revision): Promise<void> {
    setBusy(true);
    await (batch === null ? undo(id) : undoBatch(batch));
    setBusy(false);
  }

  return (
    <RevisionLines
      revisions={revisions}
      isBusy={isBusy}
      action={{ text: act.undo, labelOf: changes.undoOf }}
      onAction={(revision) => void takeBack(revision)}
    />
  );
}

type RevisionsDialogProps = { document: StudioDocument; onClose: () => void };

/** Last published versions of a document; each can be restored. */
export function RevisionsDialog({ document, onClose }: RevisionsDialogProps) {
  const texts = useTexts(kitMessages);
  const query = useQuery(documentRevisionsQuery(useClient(), document.kind, document.id));
  return (
    <FormDialog title={texts.changes.earlier} closeLabel={texts.close} onClose={onClose}>
      <p className="text-ink-soft">{texts.changes.earlierText}</p>
      <div className="mt-4">
        <StudioQuery query={query}>
          {(data) => <RevisionList revisions={data} document={document} onClose={onClose} />}
        </StudioQuery>
      </div>
    </FormDialog>
  );
}

type RevisionListProps = RevisionsDialogProps & { revisions: readonly Revision[] };

function RevisionList({ revisions, document, onClose }: RevisionListProps) {
  const { changes } = useTexts(kitMessages);
  const publish = usePublishAction();
  const [isPending, setPending] = useState(false);

  async function goBack({ before, summary }: Revision): Promise<void> {
    setPending(true);
    const result = await publish({
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

  return (
    <RevisionLines
      revisions={revisions}
      isBusy={isPending}
      action={{ text: changes.goBack, labelOf: changes.goBackOf }}
      onAction={(revision) => void goBack(revision)}
    />
  );
}
