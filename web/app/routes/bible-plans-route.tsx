import { planMessages } from "#shared/messages/reading/plans.ts";
import { PageHead } from "#web/app/head/page-head.tsx";
import { PlansPage } from "#web/features/plans/plans-page.tsx";
import { useSite, useTexts } from "#web/lib/site.ts";

export function Component() {
  const texts = useTexts(planMessages);
  const { language } = useSite();
  return (
    <>
      <PageHead
        title={texts.title}
        description={texts.description}
        picture={`/img/poster/card-plans-${language}`}
      />
      <PlansPage />
    </>
  );
}
