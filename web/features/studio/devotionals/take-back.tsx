import { useState } from "react";
import type { Language } from "#shared/languages.ts";
import { devotionalsMessages } from "#shared/messages/studio/devotionals.ts";
import type { StudioDocument } from "#shared/studio/documents.ts";
import { removeDocument } from "#web/features/studio/kit/documents.data.ts";
import { useClient } from "#web/features/studio/kit/studio-context.ts";
import { useTold } from "#web/features/studio/kit/use-publish-action.ts";
import { useTexts } from "#web/lib/site.ts";
import { buttonStyle } from "#web/ui/button-style.ts";

type TakeBackProps = { document: StudioDocument; day: string; language: Language };

/** Takes a published devotional away from everybody; a toast brings it back. */
export function TakeBack({ document, day, language }: TakeBackProps) {
  const texts = useTexts(devotionalsMessages);
  const open = useClient();
  const tell = useTold();
  const [isPending, setIsPending] = useState(false);

  async function takeBack(): Promise<void> {
    setIsPending(true);
    const { kind, id, version } = document;
    const summary = texts.removeSummary(day, language);
    tell(await removeDocument(open, { kind, id, baseVersion: version, summary }), texts.takenBack);
    setIsPending(false);
  }

  return (
    <div>
      <button
        type="button"
        disabled={isPending}
        onClick={() => void takeBack()}
        className={buttonStyle("danger")}
      >
        {texts.takeBack}
      </button>
    </div>
  );
}
