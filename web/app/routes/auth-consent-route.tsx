import { consentMessages } from "#shared/messages/account/consent.ts";
import { PageHead } from "#web/app/head/page-head.tsx";
import { ConsentPage } from "#web/features/account/consent/consent-page.tsx";
import { useTexts } from "#web/lib/site.ts";

export function Component() {
  const texts = useTexts(consentMessages);
  return (
    <>
      <PageHead title={texts.title} description={texts.description} isHidden />
      <ConsentPage />
    </>
  );
}
