import { useState } from "react";
import { recoverRules } from "#shared/account-rules.ts";
import { localisedPath } from "#shared/languages.ts";
import { accountMessages } from "#shared/messages/account/account.ts";
import { sharedOrigin, useSite, useTexts } from "#web/lib/site.ts";
import { Link } from "#web/ui/link.tsx";
import { SubmitButton } from "#web/ui/submit-button.tsx";
import { useToast } from "#web/ui/use-toast.ts";
import { AccountCard, EmailField, useSessionForm } from "./account-form.tsx";
import { requestRecovery } from "./auth.data.ts";
import { failureText } from "./result.ts";

/** Requests a mail with a link to choose a new password (F18). */
export function ForgotPage() {
  const site = useSite();
  const texts = useTexts(accountMessages);
  const toast = useToast();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const { formProps, errors, isPending } = useSessionForm(
    recoverRules,
    async ({ email }, session) => {
      const landing = `${sharedOrigin(site)}${localisedPath("/auth/reset", site.language)}`;
      const result = await requestRecovery(session.client, email, landing);
      if (result.ok) {
        setSentTo(email);
      } else {
        const text = failureText(result.failure, texts, texts.tryLater);
        toast({ tone: "danger", title: texts.failed, text });
      }
    },
  );
  return (
    <AccountCard title={texts.recoverTitle} text={texts.recoverText}>
      <form {...formProps} method="post" className="stack-4">
        <EmailField error={errors["email"]} autoComplete="email" />
        <SubmitButton
          text={texts.recover}
          pendingText={texts.recovering}
          isPending={isPending}
          className="w-full"
        />
      </form>
      <p role="status" className="mt-4 text-center break-words">
        {sentTo !== null && texts.recoverSent(sentTo)}
      </p>
      <p className="mt-1 text-center">
        <Link
          to="/auth"
          className="inline-flex min-h-11 items-center text-sm font-semibold text-brand hover:underline"
        >
          {texts.backToSignIn}
        </Link>
      </p>
    </AccountCard>
  );
}
