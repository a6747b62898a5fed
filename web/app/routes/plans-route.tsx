import { planMessages } from "#shared/messages/reading/plans.ts";
import { PageHead } from "#web/app/head/page-head.tsx";
import { PlansPage } from "#web/features/plans/plans-page.tsx";
import { useTexts } from "#web/lib/site.ts";

export function Component() {
  const texts = useTexts(planMessages);
  return (
    <>
      <PageHead title={texts.title} description={texts.description} />
      <PlansPage />
    </>
  );
}
