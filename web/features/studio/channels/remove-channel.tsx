import { useState } from "react";
import { useNavigate } from "react-router";
import { channelsMessages } from "#shared/messages/studio/channels.ts";
import type { StudioDocument } from "#shared/studio/documents.ts";
import { ConfirmDialog } from "#web/features/studio/kit/confirm-dialog.tsx";
import { removeDocument } from "#web/features/studio/kit/documents.data.ts";
import { useClient } from "#web/features/studio/kit/studio-context.ts";
import { useTold } from "#web/features/studio/kit/use-publish-action.ts";
import { useTexts } from "#web/lib/site.ts";
import { buttonStyle } from "#web/ui/button-style.ts";

type RemoveChannelProps = {
  document: StudioDocument;
  name: string;
  /** The file knows the channel: it goes back to that. */
  isOfFile: boolean;
};

/** Takes away what the studio says of a channel: a channel of its own is gone then. */
export function RemoveChannel({ document, name, isOfFile }: RemoveChannelProps) {
  const { edit, done, summary } = useTexts(channelsMessages);
  const open = useClient();
  const tell = useTold();
  const navigate = useNavigate();
  const [isAsking, setAsking] = useState(false);
  const words = isOfFile ? edit.resetChannel : edit.removeChannel;

  async function remove(): Promise<void> {
    const { kind, id, version } = document;
    const answer = await removeDocument(open, {
      kind,
      id,
      baseVersion: version,
      summary: isOfFile ? summary.reset(name) : summary.removed(name),
    });
    const told = tell(answer, isOfFile ? done.reset(name) : done.removed(name));
    setAsking(false);
    if (told === "published") void navigate("/studio/channels");
  }

  return (
    <div>
      <button type="button" onClick={() => setAsking(true)} className={buttonStyle("danger")}>
        {words}
      </button>
      {isAsking && (
        <ConfirmDialog
          title={words}
          confirmText={words}
          onConfirm={remove}
          onClose={() => setAsking(false)}
        >
          {isOfFile ? edit.resetText : edit.removeText}
        </ConfirmDialog>
      )}
    </div>
  );
}
