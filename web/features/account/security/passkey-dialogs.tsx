import type { User } from "@supabase/supabase-js";
import { useState } from "react";
import { proofNameRules } from "#shared/account-rules.ts";
import { securityMessages } from "#shared/messages/account/security.ts";
import { useTexts } from "#web/lib/site.ts";
import { useOpenSession } from "#web/lib/session/use-session.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { FormDialog } from "#web/ui/form-dialog.tsx";
import { SubmitButton } from "#web/ui/submit-button.tsx";
import { TextField } from "#web/ui/fields/text-field.tsx";
import { useToast } from "#web/ui/use-toast.ts";
import { useStepFailure } from "#web/features/account/mfa/use-step-failure.ts";
import { SignInAgain } from "#web/features/account/reauthentication/sign-in-again.tsx";
import { useAccountForm } from "#web/features/account/use-account-form.ts";
import { type Passkey, removePasskey, renamePasskey } from "./passkeys.data.ts";
import { useFailureToast, useRefetchSecurity } from "./use-security.ts";

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
  const { formProps, errors, isPending } = useAccountForm(proofNameRules, async ({ name }) => {
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
        <div className="flex flex-wrap justify-end gap-3 pt-2">
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
      <div className="mt-5 flex flex-wrap justify-end gap-3">
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
