import { useQueryClient } from "@tanstack/react-query";
import { kitMessages } from "#shared/messages/studio/kit.ts";
import type { StudioDocument } from "#shared/studio/documents.ts";
import { useTexts } from "#web/lib/site.ts";
import type { Toast } from "#web/ui/toast-list.ts";
import { useToast } from "#web/ui/use-toast.ts";
import type { ApiResult, Failure } from "./result.ts";
import {
  type BatchResult,
  type PublishResult,
  publish,
  publishMany,
  undoBatch,
  undoRevision,
} from "./documents.data.ts";
import type { DocumentChange } from "./merge.domain.ts";
import { useClient } from "./studio-context.ts";

/** Tells the service worker to delete every cached page, when their content is out of date. */
function clearCachedPages(): void {
  const controller = "serviceWorker" in navigator ? navigator.serviceWorker.controller : null;
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker takes no origin
  controller?.postMessage({ forgetPages: "" });
}

/** Time for undo in the toast; "Recent changes" offers it longer. */
const UNDO_SHOWN_MS = 15_000;
/** Toasts of the studio replace each other. */
const TOAST_PLACE = "studio";

/** Shows a toast that replaces the previous one of the studio. */
export function useStudioToast(): (toast: Omit<Toast, "dismissLabel" | "place">) => void {
  const toast = useToast();
  return (shown) => toast({ ...shown, place: TOAST_PLACE });
}

/** Reports success, with undo. */
export function useDoneToast(): (done: string, undo: (() => Promise<void>) | null) => void {
  const { act: texts } = useTexts(kitMessages);
  const toast = useStudioToast();
  return (done, undo) =>
    toast({
      tone: "done",
      title: done,
      ...(undo && {
        action: { label: texts.undo, onAct: () => void undo() },
        shownMs: UNDO_SHOWN_MS,
      }),
    });
}

/** Shows the reason of a failure; refetches the permissions when one is missing. */
export function useFailureToast(): (failure: Failure) => void {
  const { act: texts } = useTexts(kitMessages);
  const queryClient = useQueryClient();
  const toast = useStudioToast();
  return (failure) => {
    toast({ tone: "danger", title: texts.failedTitle, text: texts.failure[failure] });
    if (failure === "refused") void queryClient.invalidateQueries({ queryKey: ["studio", "me"] });
  };
}

/**
 * Invalidates all queries that a change may affect, and updates the given document in the cache.
 */
export function useInvalidateStudio(): (document?: StudioDocument) => void {
  const queryClient = useQueryClient();
  return (document) => {
    if (document) {
      const { kind, id } = document;
      queryClient.setQueryData(["studio", "documents", kind, id], document);
    }
    void queryClient.invalidateQueries({ queryKey: ["studio"] });
    void queryClient.invalidateQueries({ queryKey: ["live"] });
    void queryClient.invalidateQueries({ queryKey: ["published"] });
    clearCachedPages();
  };
}

/** Undoes a revision and reports it. */
export function useUndo(): (revision: number) => Promise<void> {
  const open = useClient();
  const report = useUndone();
  return async (revision) => report(await undoRevision(open, revision));
}

/** Undoes a batch and reports it. */
export function useUndoBatch(): (batch: string) => Promise<void> {
  const open = useClient();
  const report = useUndone();
  return async (batch) => report(await undoBatch(open, batch));
}

type Undone = ApiResult<{ outcome: "published" | "conflict"; document?: StudioDocument }>;

function useUndone(): (result: Undone) => void {
  const { act: texts } = useTexts(kitMessages);
  const toast = useStudioToast();
  const showFailure = useFailureToast();
  const invalidate = useInvalidateStudio();
  return (result) => {
    if (!result.ok) return showFailure(result.failure);
    invalidate(result.value.document);
    if (result.value.outcome === "published") {
      toast({ tone: "done", title: texts.undone, text: texts.undoneText });
    } else toast({ tone: "danger", title: texts.conflictTitle, text: texts.undoConflictText });
  };
}

type PublishAction = DocumentChange & {
  /** Description for the list of changes. */
  summary: string;
  /** Text of the toast after success. */
  done: string;
};

export type PublishOutcome = "published" | "conflict" | "failed";
type ConflictText = { title: string; text: string };

/** Publishes one change and reports it with undo, or shows the failure. */
export function usePublishAction(): (change: PublishAction) => Promise<PublishOutcome> {
  const open = useClient();
  const report = useReportResult();
  return async ({ done, ...change }) => report(await publish(open, change), done);
}

/** Publishes changes of several documents in one batch, with one undo. */
export function usePublishMany(): (
  changes: readonly DocumentChange[],
  said: Pick<PublishAction, "summary" | "done"> & { conflict?: ConflictText },
) => Promise<PublishOutcome> {
  const open = useClient();
  const report = useReportResult();
  return async (changes, { summary, done, conflict }) =>
    report(await publishMany(open, changes, summary), done, conflict);
}

/** Reports the result of publishing, with undo. */
export function useReportResult(): (
  result: ApiResult<PublishResult | BatchResult>,
  done: string,
  conflict?: ConflictText,
) => PublishOutcome {
  const { act: texts } = useTexts(kitMessages);
  const toast = useStudioToast();
  const showDone = useDoneToast();
  const showFailure = useFailureToast();
  const invalidate = useInvalidateStudio();
  const undo = useUndo();
  const undoBatch = useUndoBatch();
  return (result, done, conflict = { title: texts.conflictTitle, text: texts.conflictText }) => {
    if (!result.ok) {
      showFailure(result.failure);
      return "failed";
    }
    const { value } = result;
    invalidate("document" in value ? value.document : undefined);
    if (value.outcome === "conflict") toast({ tone: "danger", ...conflict });
    else showDone(done, () => ("batch" in value ? undoBatch(value.batch) : undo(value.revision)));
    return value.outcome;
  };
}
