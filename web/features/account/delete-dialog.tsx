import type { User } from "@supabase/supabase-js";
import { accountMessages } from "#shared/messages/account/account.ts";
import { profileMessages } from "#shared/messages/account/profile.ts";
import type { FieldErrors } from "#web/lib/use-checked-form.ts";
import { useTexts } from "#web/lib/site.ts";
import { useOpenSession } from "#web/lib/session/use-session.ts";
import { FormDialog } from "#web/ui/form-dialog.tsx";
import { useToast } from "#web/ui/use-toast.ts";
import { failureText } from "./result.ts";
import { deleteAccount, WRONG_PASSWORD } from "./account-data.data.ts";
import { ReenterForm } from "./reenter-form.tsx";

type DeleteDialogProps = { user: User; onClose: () => void };

/** Deletes the account for good. */
export function DeleteDialog({ user, onClose }: DeleteDialogProps) {
  const accountTexts = useTexts(accountMessages);
  const texts = useTexts(profileMessages);
  const openSession = useOpenSession();
  const toast = useToast();

  async function handlePassword(password: string): Promise<FieldErrors> {
    const outcome = await deleteAccount(openSession(), password);
    if (outcome.ok) {
      onClose();
      toast({ tone: "done", title: texts.deleted, text: texts.deletedText });
      return {};
    }
    if (outcome.failure.code === WRONG_PASSWORD) return { password: texts.wrongPassword };
    const text = failureText(outcome.failure, accountTexts, accountTexts.tryLater);
    toast({ tone: "danger", title: texts.deleteFailed, text });
    return {};
  }

  return (
    <FormDialog title={texts.deleteAccount} closeLabel={texts.close} onClose={onClose}>
      <ReenterForm
        text={texts.deleteText}
        email={user.email ?? ""}
        actionText={texts.deleteAccount}
        pendingText={texts.deleting}
        onCancel={onClose}
        onPassword={handlePassword}
      />
    </FormDialog>
  );
}
