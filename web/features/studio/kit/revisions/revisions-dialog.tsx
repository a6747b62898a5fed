import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { kitMessages } from "#shared/messages/studio/kit.ts";
import type { StudioDocument } from "#shared/studio/documents.ts";
import { useTexts } from "#web/lib/site.ts";
import { FormDialog } from "#web/ui/form-dialog.tsx";
import { changesBetween } from "#web/features/studio/kit/merge.domain.ts";
import { RevisionLines } from "./revision-lines.tsx";
import { documentRevisionsQuery, type Revision } from "./revisions.data.ts";
import { useClient } from "#web/features/studio/kit/studio-context.ts";
import { StudioQuery } from "#web/features/studio/kit/studio-page.tsx";
import { usePublishAction } from "#web/features/studio/kit/use-publish-action.ts";

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
