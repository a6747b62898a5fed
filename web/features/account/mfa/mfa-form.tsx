import { type ComponentProps, type RefObject, useEffect, useRef, useState } from "react";
import { TextField } from "#web/ui/fields/text-field.tsx";
import type { User } from "@supabase/supabase-js";
import { recoveryCodeRules, stepCodeRules } from "#shared/account-rules.ts";
import { accountMessages } from "#shared/messages/account/account.ts";
import { mfaMessages } from "#shared/messages/account/mfa.ts";
import { useTexts } from "#web/lib/site.ts";
import type { AccountSession } from "#web/lib/session/account-session.ts";
import { useOpenSession } from "#web/lib/session/use-session.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { SubmitButton } from "#web/ui/submit-button.tsx";
import { useToast } from "#web/ui/use-toast.ts";
import type { AccountResult } from "#web/features/account/result.ts";
import { useStepFailure } from "./use-step-failure.ts";
import { useAccountForm, AccountCard } from "#web/features/account/account-form.tsx";
import {
  checkRecoveryCode,
  createCodeCheck,
  factorIdsOf,
  type FactorKind,
  factorKindsOf,
  SESSION_OVER,
  showKey,
} from "./mfa.data.ts";

type CodeFieldProps = Pick<ComponentProps<typeof TextField>, "label" | "hint" | "error" | "ref">;

/** Field for six digits. Accepts blanks, so that a pasted code works. */
export function CodeField(props: CodeFieldProps) {
  return (
    <TextField
      {...props}
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      required
      maxLength={12}
      enterKeyHint="done"
    />
  );
}

/** Opens the session that is verified. */
type OpenHalf = () => Pick<AccountSession, "client" | "leave">;

/** Button that looks like text. */
const LINE_BUTTON =
  "inline-flex min-h-11 max-w-full items-center wrap-anywhere text-sm font-semibold text-brand hover:underline";

type MfaFormProps = {
  user: User;
  /** Replaces the welcome where the factor is not asked for a sign-in. */
  onVerified?: () => void;
  /** False where a recovery code is not accepted. */
  takesRecovery?: boolean;
  /** Session to verify; by default that of this tab. */
  open?: OpenHalf;
};

/** Asks for one of the account's second factors. The session that follows sends the visitor on. */
export function MfaForm(props: MfaFormProps) {
  const { user, onVerified, takesRecovery = true } = props;
  const texts = useTexts(mfaMessages);
  const openSession = useOpenSession();
  const kinds = factorKindsOf(user).filter((kind) => takesRecovery || kind !== "recovery");
  const [selected, setSelected] = useState<FactorKind | null>(null);
  const current = selected ?? kinds[0];
  const common = {
    open: props.open ?? openSession,
    onVerified,
    isFocused: onVerified === undefined || props.open !== undefined || selected !== null,
  };
  const labels = { app: texts.useApp, key: texts.useKey, recovery: texts.useRecovery } as const;
  return (
    <div className="stack-4">
      {current === "app" && <AppStep user={user} {...common} />}
      {current === "key" && <KeyStep user={user} {...common} />}
      {current === "recovery" && <RecoveryStep {...common} />}
      {current === undefined && <p role="alert">{texts.unknownFactor}</p>}
      {kinds.length > 1 && (
        <ul className="flex flex-col items-center gap-1">
          {kinds
            .filter((other) => other !== current)
            .map((other) => (
              <li key={other}>
                <button type="button" className={LINE_BUTTON} onClick={() => setSelected(other)}>
                  {labels[other]}
                </button>
              </li>
            ))}
        </ul>
      )}
    </div>
  );
}

type StepProps = {
  open: OpenHalf;
  onVerified: (() => void) | undefined;
  /** False in a dialog, which sets the focus itself. */
  isFocused: boolean;
};

/** Focuses the field when it is mounted. */
function useFocusedField(isFocused: boolean): RefObject<HTMLInputElement | null> {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isFocused) field.current?.focus();
  }, [isFocused]);
  return field;
}

/** Handles a result: shows a welcome, or returns the error text. */
function useFinish({
  open,
  onVerified,
}: Pick<StepProps, "open" | "onVerified">): (result: AccountResult<null>) => string | null {
  const { signedInTitle, signedInText } = useTexts(accountMessages);
  const failureTextOf = useStepFailure();
  const toast = useToast();
  return (result) => {
    if (!result.ok) {
      // A session that has ended cannot be verified.
      const isOver = result.failure.code === SESSION_OVER;
      const text = failureTextOf(result.failure);
      if (!isOver) return text;
      toast({ tone: "danger", title: text });
      void open().leave("local");
      return null;
    }
    if (onVerified) onVerified();
    else toast({ tone: "done", title: signedInTitle, text: signedInText });
    return null;
  };
}

function AppStep({ user, open, onVerified, isFocused }: StepProps & { user: User }) {
  const field = useFocusedField(isFocused);
  const texts = useTexts(mfaMessages);
  const finish = useFinish({ open, onVerified });
  const [check] = useState(() => createCodeCheck(open().client, factorIdsOf(user, "app")));
  const { formProps, errors, isPending } = useAccountForm(stepCodeRules, async ({ code }) => {
    const text = finish(await check(code));
    return text === null ? {} : { code: text };
  });
  return (
    <form {...formProps} method="post" className="stack-4">
      <CodeField label={texts.code} hint={texts.codeHint} error={errors["code"]} ref={field} />
      <SubmitButton
        text={texts.proceed}
        pendingText={texts.checking}
        isPending={isPending}
        className="w-full"
      />
    </form>
  );
}

function RecoveryStep({ open, onVerified, isFocused }: StepProps) {
  const field = useFocusedField(isFocused);
  const texts = useTexts(mfaMessages);
  const finish = useFinish({ open, onVerified });
  const { formProps, errors, isPending } = useAccountForm(recoveryCodeRules, async ({ code }) => {
    const text = finish(await checkRecoveryCode(open().client, code));
    return text === null ? {} : { code: text };
  });
  return (
    <form {...formProps} method="post" className="stack-4">
      <TextField
        label={texts.recoveryCode}
        name="code"
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        required
        maxLength={40}
        hint={texts.recoveryHint}
        error={errors["code"]}
        ref={field}
      />
      <SubmitButton
        text={texts.proceed}
        pendingText={texts.checking}
        isPending={isPending}
        className="w-full"
      />
    </form>
  );
}

function KeyStep({ user, open, onVerified }: StepProps & { user: User }) {
  const texts = useTexts(mfaMessages);
  const finish = useFinish({ open, onVerified });
  const [isPending, setIsPending] = useState(false);
  const [text, setText] = useState<string | null>(null);
  const [factorId = ""] = factorIdsOf(user, "key");

  async function show(): Promise<void> {
    setIsPending(true);
    setText(null);
    setText(finish(await showKey(open().client, factorId)));
    setIsPending(false);
  }

  return (
    <div className="stack-4">
      <p className="text-center text-ink-soft">{texts.keyText}</p>
      {text !== null && (
        <p role="alert" className="text-sm font-medium text-danger">
          {text}
        </p>
      )}
      <button
        type="button"
        disabled={isPending}
        onClick={() => void show()}
        className={buttonStyle("brand", "w-full")}
      >
        {isPending ? texts.checking : texts.showKey}
      </button>
    </div>
  );
}

/** Asks for the second factor of a session that has aal1 only. */
export function MfaCard({ user }: { user: User }) {
  const texts = useTexts(mfaMessages);
  const openSession = useOpenSession();
  return (
    <AccountCard title={texts.title} text={user.email ?? ""}>
      <MfaForm user={user} />
      <p className="mt-6 border-t border-line pt-4 text-center">
        <button
          type="button"
          className={LINE_BUTTON}
          onClick={() => void openSession().leave("local")}
        >
          {texts.otherAccount}
        </button>
      </p>
    </AccountCard>
  );
}
