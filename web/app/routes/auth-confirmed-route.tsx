import { accountMessages } from "#shared/messages/account/account.ts";
import { PageHead } from "#web/app/head/page-head.tsx";
import { ConfirmedPage } from "#web/features/account/confirmed-page.tsx";
import { useTexts } from "#web/lib/site.ts";

export function Component() {
  const texts = useTexts(accountMessages);
  return (
    <>
      <PageHead title={texts.confirmedTitle} description={texts.description} isHidden />
      <ConfirmedPage />
    </>
  );
}
