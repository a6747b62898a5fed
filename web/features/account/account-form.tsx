import { Eye, EyeOff } from "lucide-react";
import { type ComponentProps, useState, type ReactNode } from "react";
import { IconButton } from "#web/ui/icon-button.tsx";
import { TextField } from "#web/ui/fields/text-field.tsx";
import { CrownMark } from "#web/ui/crown-mark.tsx";
import { accountMessages } from "#shared/messages/account/account.ts";
import { useTexts } from "#web/lib/site.ts";
import type * as v from "valibot";
import type { RuleMessage } from "#shared/account-rules.ts";
import { type FieldErrors, useCheckedForm } from "#web/lib/use-checked-form.ts";
import { dismissFailures } from "#web/ui/toast-list.ts";

type PasswordFieldProps = Omit<ComponentProps<typeof TextField>, "type" | "end"> & {
  showLabel: string;
  hideLabel: string;
};

export function PasswordField({ showLabel, hideLabel, ...field }: PasswordFieldProps) {
  const [isShown, setIsShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <TextField
      {...field}
      type={isShown ? "text" : "password"}
      autoCapitalize="none"
      spellCheck={false}
      end={
        <IconButton
          label={isShown ? hideLabel : showLabel}
          className="absolute inset-y-0.5 right-0.5 size-11"
          onClick={() => setIsShown(!isShown)}
        >
          <Icon aria-hidden className="size-5" />
        </IconButton>
      }
    />
  );
}

type AccountCardProps = { title: string; text?: string; children: ReactNode };

/** Narrow card of the account pages: logo, heading, text and a form. */
export function AccountCard({ title, text, children }: AccountCardProps) {
  return (
    <div className="page flex justify-center py-10 lg:py-16">
      <div className="w-full max-w-md rounded-card border border-line bg-surface p-6 shadow-card">
        <div className="text-center">
          <CrownMark className="mx-auto size-12" />
          <h1 tabIndex={-1} className="mt-4 text-2xl font-extrabold tracking-tight sm:text-3xl">
            {title}
          </h1>
          {text !== undefined && <p className="mt-2 text-ink-soft">{text}</p>}
        </div>
        <div className="mt-6">{children}</div>
      </div>
    </div>
  );
}

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

/** Validated form with the rules of `shared/account-rules.ts`, in the page's language. */
export function useAccountForm<Values>(
  rules: v.GenericSchema<unknown, Values>,
  send: (values: Values) => Promise<FieldErrors | void>,
): ReturnType<typeof useCheckedForm> {
  const texts = useTexts(accountMessages);
  return useCheckedForm({
    rules,
    textOf: (key) => (isRuleMessage(key, texts.rules) ? texts.rules[key] : key),
    async send(values) {
      // Otherwise an old error would stay next to the result of the new attempt.
      dismissFailures();
      return send(values);
    },
  });
}

function isRuleMessage(key: string, rules: Record<RuleMessage, string>): key is RuleMessage {
  return key in rules;
}
