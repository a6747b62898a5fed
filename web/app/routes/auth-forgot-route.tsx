import { accountMessages } from "#shared/messages/account/account.ts";
import { PageHead } from "#web/app/head/page-head.tsx";
import { ForgotPage } from "#web/features/account/forgot-page.tsx";
import { useTexts } from "#web/lib/site.ts";

export function Component() {
  const texts = useTexts(accountMessages);
  return (
    <>
      <PageHead title={texts.recoverTitle} description={texts.description} isHidden />
      <ForgotPage />
    </>
  );
}
