import { localisedPath } from "#shared/languages.ts";
import { signUpRules } from "#shared/account-rules.ts";
import { accountMessages } from "#shared/messages/account/account.ts";
import { sharedOrigin, useSite, useTexts } from "#web/lib/site.ts";
import { useOpenSession } from "#web/lib/session/use-session.ts";
import { SubmitButton } from "#web/ui/submit-button.tsx";
import { TextField } from "#web/ui/fields/text-field.tsx";
import { useToast } from "#web/ui/use-toast.ts";
import { EmailField, PasswordInput } from "./account-fields.tsx";
import { signUp } from "./auth.data.ts";
import { failureText } from "./result.ts";
import { useAccountForm } from "./use-account-form.ts";

type SignUpFormProps = {
  /** Called when the email must be confirmed first. */
  onConfirm: (email: string) => void;
};

export function SignUpForm({ onConfirm }: SignUpFormProps) {
  const site = useSite();
  const texts = useTexts(accountMessages);
  const openSession = useOpenSession();
  const toast = useToast();
  const { formProps, errors, isPending } = useAccountForm(signUpRules, async (values) => {
    const landing = `${sharedOrigin(site)}${localisedPath("/auth/confirmed", site.language)}`;
    const result = await signUp(openSession().client, values, landing);
    if (!result.ok) {
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
