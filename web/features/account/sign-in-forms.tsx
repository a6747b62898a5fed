import { useRef } from "react";
import { signInRules, signUpRules } from "#shared/account-rules.ts";
import { accountMessages } from "#shared/messages/account/account.ts";
import { useTexts, sharedOrigin, useSite } from "#web/lib/site.ts";
import { Link } from "#web/ui/link.tsx";
import { SubmitButton } from "#web/ui/submit-button.tsx";
import { useToast } from "#web/ui/use-toast.ts";
import { EmailField, PasswordInput, useSessionForm } from "./account-form.tsx";
import { signIn, signUp } from "./auth.data.ts";
import { failureText, NETWORK_FAILURE } from "./result.ts";
import { localisedPath } from "#shared/languages.ts";
import { TextField } from "#web/ui/fields/text-field.tsx";

/** Email and password. The session that follows sends the visitor on. */
export function SignInForm() {
  const texts = useTexts(accountMessages);
  const toast = useToast();
  const { formProps, errors, isPending } = useSessionForm(signInRules, async (values, session) => {
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
      <p className="mt-0 -mb-3 text-right">
        <Link
          to="/auth/forgot"
          className="inline-flex min-h-11 max-w-full items-center wrap-anywhere text-sm font-semibold text-brand hover:underline"
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

type SignUpFormProps = {
  /** Called when the email must be confirmed first. */
  onConfirm: (email: string) => void;
};

export function SignUpForm({ onConfirm }: SignUpFormProps) {
  const site = useSite();
  const texts = useTexts(accountMessages);
  const toast = useToast();
  /** An attempt without a response may have created the account. */
  const wasLost = useRef(false);
  const { formProps, errors, isPending } = useSessionForm(signUpRules, async (values, session) => {
    const landing = `${sharedOrigin(site)}${localisedPath("/auth/confirmed", site.language)}`;
    let result = await signUp(session.client, values, landing);
    if (!result.ok && result.failure.code === "user_already_exists" && wasLost.current) {
      const signedIn = await signIn(session.client, values);
      if (signedIn.ok) result = { ok: true, value: { isSignedIn: true } };
    }
    if (!result.ok) {
      wasLost.current ||= result.failure.code === NETWORK_FAILURE.code;
      const text = failureText(result.failure, texts, texts.tryLater);
      if (result.failure.code === "weak_password") return { password: text };
      toast({ tone: "danger", title: texts.failed, text });
      return {};
    }
    toast({
      tone: "done",
      title: texts.signedUpTitle(site.ministry.name),
      text: texts.signedUpText,
    });
    if (!result.value.isSignedIn) onConfirm(values.email);
    return {};
  });
  return (
    <form {...formProps} method="post" className="stack-4">
      <TextField
        label={texts.fullName}
        name="full_name"
        autoComplete="name"
        required
        error={errors["full_name"]}
      />
      <EmailField error={errors["email"]} />
      <PasswordInput
        label={texts.password}
        name="password"
        autoComplete="new-password"
        hint={texts.passwordHint}
        error={errors["password"]}
      />
      <p className="text-sm text-ink-soft">{texts.exclusiveNote}</p>
      <p className="text-sm text-ink-soft">{texts.ageNote}</p>
      <SubmitButton
        text={texts.signUp}
        pendingText={texts.signingUp}
        isPending={isPending}
        className="w-full"
      />
    </form>
  );
}
