import { data, type LoaderFunctionArgs, useParams } from "react-router";
import { readingPlan } from "#shared/bible/plans/reading-plans.domain.ts";
import { planMessages } from "#shared/messages/reading/plans.ts";
import { PageHead } from "#web/app/head/page-head.tsx";
import { PlanReminder } from "#web/features/notifications/plan-reminder.tsx";
import { PlanPage } from "#web/features/plans/plan-page.tsx";
import { useSite, useTexts } from "#web/lib/site.ts";
import { Component as NotFound } from "./not-found-route.tsx";

/** An unknown plan name is a 404. */
export function loader({ params }: LoaderFunctionArgs) {
  return readingPlan(params["slug"] ?? "") ? null : data(null, { status: 404 });
}

export function Component() {
  const texts = useTexts(planMessages);
  const { language } = useSite();
  const plan = readingPlan(useParams()["slug"] ?? "");
  if (!plan) return <NotFound />;
  return (
    <>
      <PageHead
        title={texts.names[plan.slug]}
        description={texts.texts[plan.slug]}
        picture={`/img/poster/card-plan-${plan.slug}-${language}`}
      />
      <PlanPage key={plan.slug} plan={plan} Reminder={PlanReminder} />
    </>
  );
}
