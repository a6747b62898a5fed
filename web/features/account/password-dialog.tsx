import type { User } from "@supabase/supabase-js";
import { profileMessages } from "#shared/messages/account/profile.ts";
import { useTexts } from "#web/lib/site.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { FormDialog } from "#web/ui/form-dialog.tsx";
import { PasswordForm } from "./password-form.tsx";
import { SignInAgain } from "./reauthentication/sign-in-again.tsx";

type PasswordDialogProps = { user: User; isSignedOut: boolean; onClose: () => void };

export function PasswordDialog({ user, isSignedOut, onClose }: PasswordDialogProps) {
  const texts = useTexts(profileMessages);
  const email = user.email ?? "";
  return (
    <FormDialog title={texts.changePassword} closeLabel={texts.close} onClose={onClose}>
      {isSignedOut && <SignInAgain email={email} />}
      <PasswordForm email={email} onDone={onClose}>
        <button type="button" onClick={onClose} className={buttonStyle("outline")}>
          {texts.cancel}
        </button>
      </PasswordForm>
    </FormDialog>
  );
}
