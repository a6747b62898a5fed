import { signInRules } from "#shared/account-rules.ts";
import { accountMessages } from "#shared/messages/account/account.ts";
import { useTexts } from "#web/lib/site.ts";
import { useOpenSession } from "#web/lib/session/use-session.ts";
import { Link } from "#web/ui/link.tsx";
import { SubmitButton } from "#web/ui/submit-button.tsx";
import { useToast } from "#web/ui/use-toast.ts";
import { EmailField, PasswordInput } from "./account-fields.tsx";
import { signIn } from "./auth.data.ts";
import { failureText } from "./result.ts";
import { useAccountForm } from "./use-account-form.ts";

/** Email and password. The session that follows sends the visitor on. */
export function SignInForm() {
  const texts = useTexts(accountMessages);
  const openSession = useOpenSession();
  const toast = useToast();
  const { formProps, errors, isPending } = useAccountForm(signInRules, async (values) => {
    const session = openSession();
    const result = await signIn(session.client, values);
    if (!result.ok) {
      const text = failureText(result.failure, texts, texts.tryLater);
      toast({ tone: "danger", title: texts.failed, text });
    } else if (session.current().status !== "second-step") {
      toast({ tone: "done", title: texts.signedInTitle, text: texts.signedInText });
    }
  });
  return (
    <form {...formProps} method="post" className="stack-4">
      <EmailField error={errors["email"]} />
      <PasswordInput
        label={texts.password}
        name="password"
        autoComplete="current-password"
        error={errors["password"]}
      />
      <p className="text-right">
        <Link
          to="/auth/forgot"
          className="inline-flex min-h-8 max-w-full items-center wrap-anywhere text-sm font-semibold text-brand hover:underline"
        >
          {texts.forgot}
        </Link>
      </p>
      <SubmitButton
        text={texts.signIn}
        pendingText={texts.signingIn}
        isPending={isPending}
        className="w-full"
      />
    </form>
  );
}
