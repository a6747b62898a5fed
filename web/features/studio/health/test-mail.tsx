import { useMutation } from "@tanstack/react-query";
import { healthMessages } from "#shared/messages/studio/health.ts";
import { useClient } from "#web/features/studio/kit/studio-context.ts";
import { StudioCard } from "#web/features/studio/kit/studio-page.tsx";
import { useSite, useTexts } from "#web/lib/site.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { sendTestMail } from "./health.data.ts";

/** What the mails are, and one to try. */
export function TestMail({ hasAlerts }: { hasAlerts: boolean }) {
  const { alerts } = useTexts(healthMessages);
  const { language } = useSite();
  const open = useClient();
  const test = useMutation({ mutationFn: () => sendTestMail(open, language) });
  return (
    <StudioCard title={alerts.title}>
      <p className="max-w-prose">{hasAlerts ? alerts.text : alerts.elsewhere}</p>
      {hasAlerts && (
        <button
          type="button"
          onClick={() => test.mutate()}
          disabled={test.isPending}
          className={buttonStyle("outline", "mt-4")}
        >
          {test.isPending ? alerts.testing : alerts.test}
        </button>
      )}
      <p role="status" className="mt-3 max-w-prose text-sm text-ink-soft empty:hidden">
        {test.data && alerts.outcomes[test.data]}
      </p>
    </StudioCard>
  );
}
