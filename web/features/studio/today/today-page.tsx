import { todayMessages } from "#shared/messages/studio/today.ts";
import { FirstSteps } from "#web/features/studio/first-steps.tsx";
import { LastChanges } from "#web/features/studio/kit/change-list.tsx";
import { StudioPage } from "#web/features/studio/kit/studio-page.tsx";
import { useTexts } from "#web/lib/site.ts";

/** The studio's first page: what is on now, what is next, what is missing, what was changed last. */
export function TodayPage() {
  const texts = useTexts(todayMessages);
  return (
    <StudioPage title={texts.title}>
      <FirstSteps />
      <LastChanges />
    </StudioPage>
  );
}
