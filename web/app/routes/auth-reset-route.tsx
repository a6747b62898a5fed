import { accountMessages } from "#shared/messages/account/account.ts";
import { PageHead } from "#web/app/head/page-head.tsx";
import { ResetPage } from "#web/features/account/reset-page.tsx";
import { useTexts } from "#web/lib/site.ts";

export function Component() {
  const texts = useTexts(accountMessages);
  return (
    <>
      <PageHead title={texts.resetTitle} description={texts.description} isHidden />
      <ResetPage />
    </>
  );
}
