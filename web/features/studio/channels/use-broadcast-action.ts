import { useQueryClient } from "@tanstack/react-query";
import type { ApiResult } from "#web/features/studio/kit/result.ts";
import { useFailureToast, useStudioToast } from "#web/features/studio/kit/use-publish-action.ts";

/** Returns a function that waits for an action, reports it and reads the broadcast again. */
export function useBroadcastAction(): (
  action: Promise<ApiResult<unknown>>,
  done: string | null,
) => Promise<void> {
  const queryClient = useQueryClient();
  const toast = useStudioToast();
  const showFailure = useFailureToast();
  return async (action, done) => {
    const result = await action;
    if (!result.ok) showFailure(result.failure);
    else if (done !== null) toast({ tone: "done", title: done });
    await Promise.all(
      ["ingest", "recordings"].map((kind) =>
        queryClient.invalidateQueries({ queryKey: ["studio", kind] }),
      ),
    );
  };
}
