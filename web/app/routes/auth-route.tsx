import { accountMessages } from "#shared/messages/account/account.ts";
import { PageHead } from "#web/app/head/page-head.tsx";
import { AuthPage } from "#web/features/account/auth-page.tsx";
import { SignInMethods } from "#web/features/account/security/sign-in-methods.tsx";
import { useTexts } from "#web/lib/site.ts";

export function Component() {
  const texts = useTexts(accountMessages);
  return (
    <>
      <PageHead title={texts.signIn} description={texts.description} isHidden />
      <AuthPage>
        <SignInMethods />
      </AuthPage>
    </>
  );
}
