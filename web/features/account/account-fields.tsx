import type { ComponentProps } from "react";
import { accountMessages } from "#shared/messages/account/account.ts";
import { useTexts } from "#web/lib/site.ts";
import { PasswordField } from "#web/ui/fields/password-field.tsx";
import { TextField } from "#web/ui/fields/text-field.tsx";

type EmailFieldProps = { error: string | undefined; autoComplete?: "email" | "username" };

export function EmailField({ error, autoComplete = "username" }: EmailFieldProps) {
  const { email } = useTexts(accountMessages);
  return (
    <TextField
      label={email}
      name="email"
      type="email"
      inputMode="email"
      autoComplete={autoComplete}
      autoCapitalize="none"
      spellCheck={false}
      required
      maxLength={254}
      error={error}
    />
  );
}

type PasswordInputProps = Omit<
  ComponentProps<typeof PasswordField>,
  "showLabel" | "hideLabel" | "required"
>;

export function PasswordInput(props: PasswordInputProps) {
  const { showPassword, hidePassword } = useTexts(accountMessages);
  return <PasswordField {...props} required showLabel={showPassword} hideLabel={hidePassword} />;
}
