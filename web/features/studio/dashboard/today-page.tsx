import { todayMessages } from "#shared/messages/studio/today.ts";
import { FirstSteps } from "#web/features/studio/onboarding/first-steps.tsx";
import { LastChanges } from "#web/features/studio/kit/revisions/change-list.tsx";
import { useStudio } from "#web/features/studio/kit/studio-context.ts";
import { StudioPage } from "#web/features/studio/kit/studio-page.tsx";
import { useTexts } from "#web/lib/site.ts";
import { ChannelsCard } from "./channels-card.tsx";
import { HealthCard } from "./health-card.tsx";
import { MissingDevotionals } from "./missing-devotionals-card.tsx";
import { NextServiceCard } from "./next-service-card.tsx";

/** First page of the studio: channels, next service, missing devotionals, last changes. */
export function TodayPage() {
  const texts = useTexts(todayMessages);
  const { can } = useStudio();
  return (
    <StudioPage title={texts.title}>
      <FirstSteps />
      <div className="grid items-start gap-5 xl:grid-cols-2">
        <ChannelsCard />
        <NextServiceCard />
        {can("devotionals") && <MissingDevotionals />}
        {can("settings") && <HealthCard />}
        <LastChanges />
      </div>
    </StudioPage>
  );
}
