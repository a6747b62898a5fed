import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { kitMessages } from "#shared/messages/studio/kit.ts";
import { useTexts } from "#web/lib/site.ts";
import { RevisionLines } from "./revision-lines.tsx";
import { lastChangesQuery, type Revision } from "./revisions.data.ts";
import { useClient } from "#web/features/studio/kit/studio-context.ts";
import { StudioCard, StudioQuery } from "#web/features/studio/kit/studio-page.tsx";
import { useUndo, useUndoBatch } from "#web/features/studio/kit/use-publish-action.ts";

const SHOWN_CHANGES = 5;

/** Last changes of all documents that the user may change, each with undo. */
export function LastChanges() {
  const { changes } = useTexts(kitMessages);
  const query = useQuery(lastChangesQuery(useClient(), SHOWN_CHANGES));
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
