import { Eye, EyeOff } from "lucide-react";
import { type ComponentProps, useState, type ReactNode } from "react";
import { IconButton } from "#web/ui/icon-button.tsx";
import { TextField } from "#web/ui/fields/text-field.tsx";
import { CrownMark } from "#web/ui/crown-mark.tsx";
import type { AccountSession } from "#web/lib/session/account-session.ts";
import { useLoadSession } from "#web/lib/session/use-session.ts";
import { accountMessages } from "#shared/messages/account/account.ts";
import { useTexts } from "#web/lib/site.ts";
import type * as v from "valibot";
import type { RuleMessage } from "#shared/account-rules.ts";
import { reportError } from "#web/lib/report-error.ts";
import { type FieldErrors, useCheckedForm } from "#web/lib/use-checked-form.ts";
import { dismissFailures } from "#web/ui/toast-list.ts";
import { useToast } from "#web/ui/use-toast.ts";
import { failureText, NETWORK_FAILURE } from "./result.ts";

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
          className="absolute inset-y-0.5 right-0.5"
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
    <div className="page flex justify-center py-8 lg:py-12">
      <div className="w-full max-w-md rounded-card border border-line bg-surface p-6 shadow-card">
        <div className="text-center">
          <CrownMark className="mx-auto size-12" />
          <h1 tabIndex={-1} className="mt-4 text-2xl font-extrabold tracking-tight sm:text-3xl">
            {title}
          </h1>
          {text !== undefined && <p className="mt-2 text-balance text-ink-soft">{text}</p>}
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

type SessionForm = ReturnType<typeof useCheckedForm> & {
  formProps: { onFocus: () => void };
};

/**
 * An account form on a page that may not have loaded the backend client yet: it loads with the first
 * focus, and a submit waits for it.
 */
export function useSessionForm<Values>(
  rules: v.GenericSchema<unknown, Values>,
  send: (values: Values, session: AccountSession) => Promise<FieldErrors | void>,
): SessionForm {
  const { loadSession, prepareSession } = useSessionLoader();
  const form = useAccountForm(rules, async (values) => {
    const session = await loadSession();
    return session ? send(values, session) : undefined;
  });
  return { ...form, formProps: { ...form.formProps, onFocus: prepareSession } };
}

type SessionLoader = {
  /** Resolves with the session; null after a message that it cannot be loaded. */
  loadSession: () => Promise<AccountSession | null>;
  /** Loads the session ahead. A failure shows with the call that needs it. */
  prepareSession: () => void;
};

/** Loads the session for actions on such pages. */
export function useSessionLoader(): SessionLoader {
  const load = useLoadSession();
  const texts = useTexts(accountMessages);
  const toast = useToast();
  return {
    async loadSession() {
      try {
        return await load();
      } catch (error) {
        reportError(error);
        const text = failureText(NETWORK_FAILURE, texts, texts.tryLater);
        toast({ tone: "danger", title: texts.failed, text });
        return null;
      }
    },
    prepareSession: () => void load().catch(() => undefined),
  };
}

function isRuleMessage(key: string, rules: Record<RuleMessage, string>): key is RuleMessage {
  return key in rules;
}
