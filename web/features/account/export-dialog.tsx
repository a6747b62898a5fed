import type { User } from "@supabase/supabase-js";
import { clsx } from "clsx";
import { localisedPath } from "#shared/languages.ts";
import { accountMessages } from "#shared/messages/account/account.ts";
import { profileMessages } from "#shared/messages/account/profile.ts";
import type { FieldErrors } from "#web/lib/use-checked-form.ts";
import { downloadBlob } from "#web/lib/download-blob.ts";
import { isPhoneApp, useSite, useTexts } from "#web/lib/site.ts";
import { useOpenSession } from "#web/lib/session/use-session.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { ExternalLink } from "#web/ui/external-link.tsx";
import { FormDialog } from "#web/ui/form-dialog.tsx";
import { useToast } from "#web/ui/use-toast.ts";
import { failureText } from "./result.ts";
import { exportAccount, WRONG_PASSWORD } from "./account-data.data.ts";
import { ReenterForm } from "./reenter-form.tsx";

type ExportDialogProps = { user: User; onClose: () => void };

/** Hands out everything that the account holds. */
export function ExportDialog({ user, onClose }: ExportDialogProps) {
  const site = useSite();
  const texts = useTexts(profileMessages);
  return (
    <FormDialog title={texts.exportData} closeLabel={texts.close} onClose={onClose}>
      {isPhoneApp(site) ? <ExportElsewhere /> : <ExportForm user={user} onClose={onClose} />}
    </FormDialog>
  );
}

/** A phone's web view saves no files. */
function ExportElsewhere() {
  const { siteUrl, language } = useSite();
  const texts = useTexts(profileMessages);
  return (
    <>
      <p className="text-ink-soft">{texts.exportElsewhere}</p>
      <ExternalLink
        href={`${siteUrl}${localisedPath("/profile", language)}`}
        className={clsx(buttonStyle("brand"), "mt-5")}
      >
        {texts.openInBrowser}
      </ExternalLink>
    </>
  );
}

function ExportForm({ user, onClose }: ExportDialogProps) {
  const accountTexts = useTexts(accountMessages);
  const texts = useTexts(profileMessages);
  const openSession = useOpenSession();
  const toast = useToast();

  async function handlePassword(password: string): Promise<FieldErrors> {
    const outcome = await exportAccount(openSession(), password);
    if (outcome.ok) {
      downloadBlob(outcome.value, texts.exportFile);
      onClose();
      toast({ tone: "done", title: texts.exported, text: texts.exportedText });
      return {};
    }
    if (outcome.failure.code === WRONG_PASSWORD) return { password: texts.wrongPassword };
    const text = failureText(outcome.failure, accountTexts, accountTexts.tryLater);
    toast({ tone: "danger", title: texts.exportFailed, text });
    return {};
  }

  return (
    <ReenterForm
      text={texts.exportText}
      email={user.email ?? ""}
      actionText={texts.exportData}
      pendingText={texts.exporting}
      onCancel={onClose}
      onPassword={handlePassword}
    />
  );
}
