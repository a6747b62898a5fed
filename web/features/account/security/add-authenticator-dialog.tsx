import type { User } from "@supabase/supabase-js";
import { Copy } from "lucide-react";
import { useRef, useState } from "react";
import { factorNameRules, stepCodeRules } from "#shared/account-rules.ts";
import { type SecurityMessages, securityMessages } from "#shared/messages/account/security.ts";
import { copyText } from "#web/lib/sharing.ts";
import { useSite, useTexts } from "#web/lib/site.ts";
import { useOpenSession } from "#web/lib/session/use-session.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { FormDialog } from "#web/ui/form-dialog.tsx";
import { SubmitButton } from "#web/ui/submit-button.tsx";
import { TextField } from "#web/ui/fields/text-field.tsx";
import { useToast } from "#web/ui/use-toast.ts";
import { CodeField } from "#web/features/account/mfa/mfa-form.tsx";
import { createCodeCheck, isWrongCode } from "#web/features/account/mfa/mfa.data.ts";
import { useStepFailure } from "#web/features/account/mfa/use-step-failure.ts";
import { SignInAgain } from "#web/features/account/reauthentication.tsx";
import { useAccountForm } from "#web/features/account/account-form.tsx";
import {
  abandonApp,
  beginApp,
  isRecovery,
  makeRecoveryCodes,
  type NewApp,
} from "./factors.data.ts";

type AddAuthenticatorDialogProps = {
  user: User;
  isSignedOut: boolean;
  /** Recovery codes that were created with the first app; they are shown once. */
  onDone: (codes: readonly string[] | null) => void;
  onClose: () => void;
};

/** Sets up an authenticator app in three steps: name, QR code or key, first code. */
export function AddAuthenticatorDialog({
  user,
  isSignedOut,
  onDone,
  onClose,
}: AddAuthenticatorDialogProps) {
  const texts = useTexts(securityMessages);
  const openSession = useOpenSession();
  const [app, setApp] = useState<NewApp | null>(null);

  function close(): void {
    if (app) void abandonApp(openSession(), app.id);
    onClose();
  }

  return (
    <FormDialog title={texts.addApp.title} closeLabel={texts.close} onClose={close}>
      {isSignedOut && <SignInAgain email={user.email ?? ""} />}
      {app === null ? (
        <NameStep onBegun={setApp} onCancel={close} />
      ) : (
        <VerifyStep user={user} app={app} onDone={onDone} onCancel={close} />
      )}
    </FormDialog>
  );
}

type NameStepProps = { onBegun: (app: NewApp) => void; onCancel: () => void };

/** Texts for rejected names, by error code. */
function nameErrors({ twoStep }: SecurityMessages): Readonly<Record<string, string>> {
  return {
    mfa_factor_name_conflict: twoStep.nameTaken,
    too_many_enrolled_mfa_factors: twoStep.tooMany,
    mfa_totp_enroll_not_enabled: twoStep.switchedOff,
  };
}

function NameStep({ onBegun, onCancel }: NameStepProps) {
  const all = useTexts(securityMessages);
  const texts = all.addApp;
  const { ministry } = useSite();
  const openSession = useOpenSession();
  const failureTextOf = useStepFailure();
  const { formProps, errors, isPending } = useAccountForm(factorNameRules, async ({ name }) => {
    const wanted = name === "" ? texts.nameStart : name;
    const result = await beginApp(openSession(), wanted, ministry.name);
    if (result.ok) {
      onBegun(result.value);
      return {};
    }
    return { name: nameErrors(all)[result.failure.code] ?? failureTextOf(result.failure) };
  });
  return (
    <form {...formProps} method="post" className="stack-4">
      <TextField
        label={texts.name}
        name="name"
        autoComplete="off"
        defaultValue={texts.nameStart}
        hint={texts.nameHint}
        error={errors["name"]}
      />
      <div className="flex flex-wrap justify-end gap-3 pt-2 *:grow sm:*:grow-0">
        <button type="button" onClick={onCancel} className={buttonStyle("outline")}>
          {all.cancel}
        </button>
        <SubmitButton text={texts.proceed} pendingText={texts.preparing} isPending={isPending} />
      </div>
    </form>
  );
}

type VerifyStepProps = {
  user: User;
  app: NewApp;
  onDone: AddAuthenticatorDialogProps["onDone"];
  onCancel: () => void;
};

function VerifyStep({ user, app, onDone, onCancel }: VerifyStepProps) {
  const all = useTexts(securityMessages);
  const texts = all.addApp;
  const openSession = useOpenSession();
  const failureTextOf = useStepFailure();
  const toast = useToast();
  const check = useRef(createCodeCheck(openSession().client, [app.id]));
  const { formProps, errors, isPending } = useAccountForm(stepCodeRules, async ({ code }) => {
    const result = await check.current(code);
    if (!result.ok) {
      const { failure } = result;
      return { code: isWrongCode(failure) ? texts.wrongCode : failureTextOf(failure) };
    }
    toast({ tone: "done", title: texts.done, text: texts.doneText });
    const isFirst = !(user.factors ?? []).some(isRecovery);
    const made = isFirst ? await makeRecoveryCodes(openSession(), true) : null;
    onDone(made?.ok ? made.value : null);
    return {};
  });
  return (
    <form {...formProps} method="post" className="stack-4">
      <AppDetails app={app} />
      <CodeField label={texts.code} error={errors["code"]} hint={texts.others} />
      <div className="flex flex-wrap justify-end gap-3 pt-2 *:grow sm:*:grow-0">
        <button type="button" onClick={onCancel} className={buttonStyle("outline")}>
          {all.cancel}
        </button>
        <SubmitButton text={texts.turnOn} pendingText={texts.checking} isPending={isPending} />
      </div>
    </form>
  );
}

/** QR code for the camera of another device, and the key for an app on this one. */
function AppDetails({ app }: { app: NewApp }) {
  const all = useTexts(securityMessages);
  const texts = all.addApp;
  const toast = useToast();
  const { ministry } = useSite();

  async function copy(): Promise<void> {
    const isCopied = await copyText(app.secret);
    if (isCopied) toast({ tone: "done", title: all.copied });
    else toast({ tone: "danger", title: all.failed, text: all.copyFailed });
  }

  return (
    <>
      {app.replacesUnfinished && (
        <p className="rounded-card bg-gold-soft p-4 font-medium">{texts.again(ministry.name)}</p>
      )}
      <p className="text-ink-soft">{texts.scan}</p>
      <img
        src={app.picture}
        alt={texts.picture}
        width={208}
        height={208}
        className="mx-auto rounded-card border border-line bg-white p-2"
      />
      <div className="rounded-card bg-raised p-4 text-sm">
        <p>
          {texts.samePhone}{" "}
          <a href={app.uri} className="font-semibold text-brand underline">
            {texts.openApp}
          </a>
        </p>
        <p className="mt-3">{texts.secret}</p>
        <div className="mt-1 flex items-center gap-2">
          <code className="min-w-0 grow text-base break-words">{groupByFour(app.secret)}</code>
          <button type="button" onClick={() => void copy()} className={buttonStyle("outline")}>
            <Copy aria-hidden className="size-4" />
            <span className="sr-only">{texts.copySecret}</span>
            <span aria-hidden>{all.copy}</span>
          </button>
        </div>
      </div>
    </>
  );
}

/** Groups of four characters, which are easier to type. */
function groupByFour(secret: string): string {
  return secret.match(/.{1,4}/g)?.join(" ") ?? secret;
}
