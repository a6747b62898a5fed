import { healthMessages } from "#shared/messages/studio/health.ts";
import { StudioCard } from "#web/features/studio/kit/studio-page.tsx";
import { useTexts } from "#web/lib/site.ts";
import { TestMailButton } from "./test-mail-button.tsx";

/** Explains the mails and sends a test. */
export function TestMail({ hasAlerts }: { hasAlerts: boolean }) {
  const { alerts } = useTexts(healthMessages);
  return (
    <StudioCard title={alerts.title}>
      <p className="max-w-prose">{hasAlerts ? alerts.text : alerts.elsewhere}</p>
      {hasAlerts && (
        <div className="mt-4">
          <TestMailButton />
        </div>
      )}
    </StudioCard>
  );
}
