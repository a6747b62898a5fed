import type { User } from "@supabase/supabase-js";
import { useState } from "react";
import { factorNameRules } from "#shared/account-rules.ts";
import { securityMessages } from "#shared/messages/account/security.ts";
import { useTexts, isPhoneApp, useSite } from "#web/lib/site.ts";
import { useOpenSession } from "#web/lib/session/use-session.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { FormDialog } from "#web/ui/form-dialog.tsx";
import { SubmitButton } from "#web/ui/submit-button.tsx";
import { TextField } from "#web/ui/fields/text-field.tsx";
import { useToast } from "#web/ui/use-toast.ts";
import { useStepFailure } from "#web/features/account/mfa/use-step-failure.ts";
import { SignInAgain } from "#web/features/account/reauthentication.tsx";
import { useAccountForm } from "#web/features/account/account-form.tsx";
import { type Passkey, removePasskey, renamePasskey } from "./passkeys.data.ts";
import { useFailureToast, useRefetchSecurity } from "./security-query.ts";
import { downloadBlob } from "#web/lib/download-blob.ts";
import { copyText } from "#web/lib/sharing.ts";
import { MfaForm } from "#web/features/account/mfa/mfa-form.tsx";

type PasskeyDialogProps = {
  user: User;
  passkey: Passkey;
  isSignedOut: boolean;
  onClose: () => void;
};

export function RenamePasskeyDialog({ user, passkey, isSignedOut, onClose }: PasskeyDialogProps) {
  const all = useTexts(securityMessages);
  const texts = all.passkeys;
  const openSession = useOpenSession();
  const refetch = useRefetchSecurity(user.id);
  const failureTextOf = useStepFailure();
  const { formProps, errors, isPending } = useAccountForm(factorNameRules, async ({ name }) => {
    const result = await renamePasskey(openSession(), passkey.id, name || texts.unnamed);
    if (!result.ok) return { name: failureTextOf(result.failure) };
    await refetch();
    onClose();
    return {};
  });
  return (
    <FormDialog title={texts.renameTitle} closeLabel={all.close} onClose={onClose}>
      {isSignedOut && <SignInAgain email={user.email ?? ""} />}
      <form {...formProps} method="post" className="stack-4">
        <TextField
          label={texts.name}
          name="name"
          autoComplete="off"
          defaultValue={passkey.friendly_name ?? texts.unnamed}
          error={errors["name"]}
        />
        <div className="flex flex-wrap justify-end gap-3 pt-2 *:grow sm:*:grow-0">
          <button type="button" onClick={onClose} className={buttonStyle("outline")}>
            {all.cancel}
          </button>
          <SubmitButton text={texts.save} pendingText={texts.saving} isPending={isPending} />
        </div>
      </form>
    </FormDialog>
  );
}

export function RemovePasskeyDialog({ user, passkey, isSignedOut, onClose }: PasskeyDialogProps) {
  const all = useTexts(securityMessages);
  const texts = all.passkeys;
  const openSession = useOpenSession();
  const refetch = useRefetchSecurity(user.id);
  const showFailure = useFailureToast();
  const toast = useToast();
  const [isPending, setIsPending] = useState(false);

  async function remove(): Promise<void> {
    setIsPending(true);
    const result = await removePasskey(openSession(), passkey.id);
    setIsPending(false);
    if (!result.ok) return showFailure(result.failure);
    toast({ tone: "done", title: texts.removed });
    onClose();
    await refetch();
  }

  return (
    <FormDialog
      title={texts.removeTitle(passkey.friendly_name || texts.unnamed)}
      closeLabel={all.close}
      onClose={onClose}
    >
      {isSignedOut && <SignInAgain email={user.email ?? ""} />}
      <p className="text-ink-soft">{texts.removeText}</p>
      <div className="mt-5 flex flex-wrap justify-end gap-3 *:grow sm:*:grow-0">
        <button type="button" onClick={onClose} className={buttonStyle("outline")}>
          {all.cancel}
        </button>
        <button
          type="button"
          disabled={isPending}
          onClick={() => void remove()}
          className={buttonStyle("danger")}
        >
          {isPending ? all.removing : all.remove}
        </button>
      </div>
    </FormDialog>
  );
}

type RecoveryCodesDialogProps = { codes: readonly string[]; onClose: () => void };

/** Shows recovery codes once. */
export function RecoveryCodesDialog({ codes, onClose }: RecoveryCodesDialogProps) {
  const site = useSite();
  const all = useTexts(securityMessages);
  const texts = all.recovery;
  const toast = useToast();
  const written = codes.map(groupByFour);

  async function copy(): Promise<void> {
    const isCopied = await copyText(written.join("\n"));
    if (isCopied) toast({ tone: "done", title: all.copied });
    else toast({ tone: "danger", title: all.failed, text: all.copyFailed });
  }

  function download(): void {
    const text = `${texts.fileHead(site.siteUrl)}\n\n${written.join("\n")}\n`;
    downloadBlob(new Blob([text], { type: "text/plain" }), texts.file);
  }

  return (
    <FormDialog title={texts.title} closeLabel={all.close} onClose={onClose}>
      <p className="text-ink-soft">{texts.text}</p>
      <ol className="mt-4 grid gap-x-6 gap-y-2 rounded-card bg-raised p-4 xs:grid-cols-2">
        {written.map((code) => (
          <li key={code}>
            <code className="text-base break-words">{code}</code>
          </li>
        ))}
      </ol>
      <div className="mt-5 flex flex-wrap justify-end gap-3 *:grow sm:*:grow-0">
        <button type="button" onClick={() => void copy()} className={buttonStyle("outline")}>
          {all.copy}
        </button>
        {!isPhoneApp(site) && (
          <button type="button" onClick={download} className={buttonStyle("outline")}>
            {texts.download}
          </button>
        )}
        <button type="button" onClick={onClose} className={buttonStyle("brand")}>
          {texts.kept}
        </button>
      </div>
    </FormDialog>
  );
}

function groupByFour(code: string): string {
  return code.match(/.{1,4}/g)?.join("-") ?? code;
}

type VerifyDialogProps = {
  user: User;
  isSignedOut: boolean;
  title: string;
  text: string;
  /** Shown while the confirmed action runs. */
  pendingText: string;
  /** False where a recovery code is not accepted. */
  takesRecovery: boolean;
  /** Runs after the factor is verified. */
  onVerified: () => Promise<void>;
  onClose: () => void;
};

/** Asks for a second factor before an action that weakens the account's security. */
export function VerifyDialog(props: VerifyDialogProps) {
  const { user, isSignedOut, title, text, pendingText, takesRecovery, onVerified, onClose } = props;
  const { close } = useTexts(securityMessages);
  const [isPending, setIsPending] = useState(false);

  function confirm(): void {
    setIsPending(true);
    void onVerified().finally(() => setIsPending(false));
  }

  return (
    <FormDialog title={title} closeLabel={close} onClose={onClose}>
      {isSignedOut && <SignInAgain email={user.email ?? ""} />}
      <p className="mb-4 text-ink-soft">{text}</p>
      {isPending ? (
        <p role="status">{pendingText}</p>
      ) : (
        <MfaForm user={user} onVerified={confirm} takesRecovery={takesRecovery} />
      )}
    </FormDialog>
  );
}
