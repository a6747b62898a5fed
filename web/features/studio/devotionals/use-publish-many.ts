import { devotionalsMessages } from "#shared/messages/studio/devotionals.ts";
import { publishMany } from "#web/features/studio/kit/documents.data.ts";
import { useClient } from "#web/features/studio/kit/studio-context.ts";
import {
  useDoneToast,
  useFailureToast,
  useInvalidateStudio,
  useStudioToast,
  useUndoBatch,
} from "#web/features/studio/kit/use-publish-action.ts";
import { useTexts } from "#web/lib/site.ts";
import type { DayChange } from "./changes.domain.ts";

type Publication = { changes: readonly DayChange[]; summary: string; done: string };

/** Publishes several days, all or none, and says so with a way back. */
export function usePublishMany(): (
  publication: Publication,
) => Promise<"published" | "conflict" | "failed"> {
  const { file } = useTexts(devotionalsMessages);
  const open = useClient();
  const toast = useStudioToast();
  const tellDone = useDoneToast();
  const tellFailure = useFailureToast();
  const readAnew = useInvalidateStudio();
  const undo = useUndoBatch();
  return async ({ changes, summary, done }) => {
    const answer = await publishMany(open, changes, summary);
    if (!answer.ok) {
      tellFailure(answer.failure);
      return "failed";
    }
    readAnew();
    const { value } = answer;
    if (value.outcome === "published") tellDone(done, () => undo(value.batch));
    else toast({ tone: "danger", title: file.conflict, text: file.conflictText });
    return value.outcome;
  };
}
