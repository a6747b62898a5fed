import type { User } from "@supabase/supabase-js";
import { useQueryClient } from "@tanstack/react-query";
import { profileRules } from "#shared/account-rules.ts";
import type { Language } from "#shared/languages.ts";
import { profileMessages } from "#shared/messages/account/profile.ts";
import type { FieldErrors } from "#web/lib/use-checked-form.ts";
import { useMessages, useTexts } from "#web/lib/site.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { FormDialog } from "#web/ui/form-dialog.tsx";
import { SubmitButton } from "#web/ui/submit-button.tsx";
import { TextArea, TextField } from "#web/ui/fields/text-field.tsx";
import { useToast } from "#web/ui/use-toast.ts";
import { awayText, type AwayTexts, type Failure } from "./result.ts";
import type { Profile } from "#shared/contracts/account.ts";
import { profileKey, rejectedField, updateProfile } from "./profile.data.ts";
import { SignInAgain } from "./reauthentication.tsx";
import { useSessionForm } from "./account-form.tsx";

type EditProfileDialogProps = {
  user: User;
  profile: Profile;
  isSignedOut: boolean;
  onClose: () => void;
};

/** Form with the four fields of the profile. Keeps its values until they are saved or discarded. */
export function EditProfileDialog(props: EditProfileDialogProps) {
  const { user, profile, isSignedOut, onClose } = props;
  const texts = useTexts(profileMessages);
  const { errors: pageErrors } = useMessages();
  const queryClient = useQueryClient();
  const toast = useToast();
  const { formProps, errors, isPending } = useSessionForm(profileRules, async (values, session) => {
    const result = await updateProfile(session, user.id, values);
    if (result.ok) {
      await queryClient.invalidateQueries({ queryKey: profileKey(user.id) });
      onClose();
      toast({ tone: "done", title: texts.updated, text: texts.updatedText });
      return;
    }
    const fields = fieldErrorsOf(result.failure, texts);
    const reason = Object.values(fields)[0] ?? reasonOf(result.failure, pageErrors);
    const text = reason === "" ? texts.updateFailedText : texts.updateFailedWith(reason);
    toast({ tone: "danger", title: texts.updateFailed, text });
    return fields;
  });
  return (
    <FormDialog title={texts.editProfile} closeLabel={texts.close} onClose={onClose}>
      {isSignedOut && <SignInAgain email={user.email ?? ""} />}
      <form {...formProps} method="post" className="stack-4">
        <TextField
          label={texts.fullName}
          name="full_name"
          autoComplete="name"
          required
          defaultValue={profile.full_name ?? ""}
          error={errors["full_name"]}
        />
        <TextField
          label={texts.username}
          name="username"
          autoComplete="nickname"
          autoCapitalize="none"
          spellCheck={false}
          defaultValue={profile.username ?? ""}
          hint={texts.usernameHint}
          error={errors["username"]}
        />
        <TextArea
          label={texts.bio}
          name="bio"
          rows={3}
          defaultValue={profile.bio ?? ""}
          hint={texts.bioHint}
          error={errors["bio"]}
        />
        <TextField
          label={texts.phone}
          name="phone"
          type="tel"
          autoComplete="tel"
          defaultValue={profile.phone ?? ""}
          hint={texts.phoneHint}
          error={errors["phone"]}
        />
        <div className="flex flex-wrap justify-end gap-3 pt-2 *:grow sm:*:grow-0">
          <button type="button" onClick={onClose} className={buttonStyle("outline")}>
            {texts.cancel}
          </button>
          <SubmitButton text={texts.save} pendingText={texts.saving} isPending={isPending} />
        </div>
      </form>
    </FormDialog>
  );
}

type ProfileTexts = (typeof profileMessages)[Language];

/** Maps a database error to the field that it names. */
function fieldErrorsOf(failure: Failure, texts: ProfileTexts): FieldErrors {
  const rejected = rejectedField(failure);
  if (!rejected) return {};
  const { field, isTaken } = rejected;
  if (isTaken) return { [field]: texts.usernameTaken };
  return { [field]: field === "username" ? texts.usernameRefused : texts.textRefused };
}

function reasonOf({ code, message }: Failure, errors: AwayTexts): string {
  return code === "network" ? awayText(errors) : message;
}
