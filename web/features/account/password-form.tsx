import { clsx } from "clsx";
import { type ReactNode, useState } from "react";
import { passwordRules } from "#shared/account-rules.ts";
import { accountMessages } from "#shared/messages/account/account.ts";
import { useTexts } from "#web/lib/site.ts";
import { SubmitButton } from "#web/ui/submit-button.tsx";
import { useToast } from "#web/ui/use-toast.ts";
import { PasswordInput, useSessionForm } from "./account-form.tsx";
import { changePassword } from "./auth.data.ts";
import { failureText } from "./result.ts";

type PasswordFormProps = {
  /** Email of the account, for password managers. */
  email: string;
  onDone: () => void;
  /** Rendered before the submit button. */
  children?: ReactNode;
};

/** New password, twice. Asks for the current one where the service requires it (F19). */
export function PasswordForm({ email, onDone, children }: PasswordFormProps) {
  const texts = useTexts(accountMessages);
  const toast = useToast();
  const [needsCurrent, setNeedsCurrent] = useState(false);
  const { formProps, errors, isPending } = useSessionForm(
    passwordRules,
    async (values, { client }) => {
      const { password, currentPassword } = values;
      const result = await changePassword(client, password, currentPassword);
      if (result.ok) {
        toast({ tone: "done", title: texts.passwordUpdated, text: texts.passwordUpdatedText });
        onDone();
        return;
      }
      const { code } = result.failure;
      const text = failureText(result.failure, texts, texts.passwordFailedText);
      if (code === "current_password_required") setNeedsCurrent(true);
      else toast({ tone: "danger", title: texts.passwordFailed, text });
      const field = code.startsWith("current_password_") ? "currentPassword" : "password";
      return code === "network" ? undefined : { [field]: text };
    },
  );
  return (
    <form {...formProps} method="post" className="stack-4">
      <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
      {needsCurrent && (
        <PasswordInput
          label={texts.currentPassword}
          name="currentPassword"
          autoComplete="current-password"
          error={errors["currentPassword"]}
        />
      )}
      <PasswordInput
        label={texts.newPassword}
        name="password"
        autoComplete="new-password"
        hint={texts.passwordHint}
        error={errors["password"]}
      />
      <PasswordInput
        label={texts.confirmPassword}
        name="confirmPassword"
        autoComplete="new-password"
        error={errors["confirmPassword"]}
      />
      <div
        className={clsx(
          "flex flex-wrap justify-end gap-3 pt-2 *:grow",
          children !== undefined && "sm:*:grow-0",
        )}
      >
        {children}
        <SubmitButton
          text={texts.updatePassword}
          pendingText={texts.updatingPassword}
          isPending={isPending}
        />
      </div>
    </form>
  );
}
