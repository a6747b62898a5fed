import type { User } from "@supabase/supabase-js";
import type { Profile } from "#shared/contracts/account.ts";
import { profileMessages } from "#shared/messages/account/profile.ts";
import { useTexts } from "#web/lib/site.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { FormDialog } from "#web/ui/form-dialog.tsx";
import { DeleteDialog, ExportDialog } from "./account-data-dialogs.tsx";
import { EditProfileDialog } from "./edit-profile-dialog.tsx";
import { PasswordForm } from "./password-form.tsx";
import type { ProfileAction } from "./profile-view.tsx";
import { SignInAgain } from "./reauthentication.tsx";

type ProfileDialogProps = {
  dialog: ProfileAction;
  user: User;
  profile: Profile;
  isSignedOut: boolean;
  onClose: () => void;
};

/** The dialogs of the profile. Their code loads with the first of them. */
export function ProfileDialog({ dialog, ...props }: ProfileDialogProps) {
  switch (dialog) {
    case "edit":
      return <EditProfileDialog {...props} />;
    case "password":
      return <PasswordDialog {...props} />;
    case "export":
      return <ExportDialog {...props} />;
    case "delete":
      return <DeleteDialog {...props} />;
  }
}

type PasswordDialogProps = { user: User; isSignedOut: boolean; onClose: () => void };

function PasswordDialog({ user, isSignedOut, onClose }: PasswordDialogProps) {
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
