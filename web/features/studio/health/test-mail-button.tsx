import { useMutation, useQueryClient } from "@tanstack/react-query";
import { healthMessages } from "#shared/messages/studio/health.ts";
import { useClient } from "#web/features/studio/kit/studio-context.ts";
import { useSite, useTexts } from "#web/lib/site.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { healthQuery, sendTestMail } from "./health.data.ts";

/** Sends a test mail to the current user, shows the result and refetches the mail check. */
export function TestMailButton() {
  const { alerts } = useTexts(healthMessages);
  const { language } = useSite();
  const open = useClient();
  const queryClient = useQueryClient();
  const test = useMutation({
    mutationFn: () => sendTestMail(open, language),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: healthQuery(open).queryKey }),
  });
  return (
    <>
      <button
        type="button"
        onClick={() => test.mutate()}
        disabled={test.isPending}
        className={buttonStyle("outline")}
      >
        {test.isPending ? alerts.testing : alerts.test}
      </button>
      <p role="status" className="mt-3 max-w-prose text-sm text-ink-soft empty:hidden">
        {test.data && alerts.outcomes[test.data]}
      </p>
    </>
  );
}
