import type { User } from "@supabase/supabase-js";
import * as v from "valibot";
import {
  deletionAnswerSchema,
  exportAnswerSchema,
  type OwnAccountRequest,
  accountErrorSchema,
} from "#shared/contracts/account.ts";
import { parseJson } from "@reign-tv/kit/parse-json.ts";
import type { AccountSession } from "#web/lib/session/account-session.ts";
import { failedResponse } from "#web/lib/session/client-errors.ts";
import { type Failure, NETWORK_FAILURE, type AccountResult, failureText } from "./result.ts";
import { reenterPasswordRules } from "#shared/account-rules.ts";
import { profileMessages } from "#shared/messages/account/profile.ts";
import type { FieldErrors } from "#web/lib/use-checked-form.ts";
import { useTexts, isPhoneApp, useSite } from "#web/lib/site.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { SubmitButton } from "#web/ui/submit-button.tsx";
import { PasswordInput, useSessionForm } from "./account-form.tsx";
import { accountMessages } from "#shared/messages/account/account.ts";
import { FormDialog } from "#web/ui/form-dialog.tsx";
import { useToast } from "#web/ui/use-toast.ts";
import { clsx } from "clsx";
import { localisedPath } from "#shared/languages.ts";
import { downloadBlob } from "#web/lib/download-blob.ts";
import { ExternalLink } from "#web/ui/link.tsx";

/** Error code of a wrong password. */
const WRONG_PASSWORD = "wrong_password";

/** Fetches all data of the account as a zip file. */
function exportAccount(session: AccountSession, password: string): Promise<AccountResult<Blob>> {
  return invoke(session, "account-export", password, exportAnswerSchema);
}

/** Deletes the account and all its data, then ends the session on this device. */
async function deleteAccount(
  session: AccountSession,
  password: string,
): Promise<AccountResult<null>> {
  const result = await invoke(session, "account-delete", password, deletionAnswerSchema);
  if (!result.ok) return result;
  await session.leave("local");
  return { ok: true, value: null };
}

async function invoke<Value>(
  { client }: AccountSession,
  name: string,
  password: string,
  responseSchema: v.GenericSchema<unknown, Value>,
): Promise<AccountResult<Value>> {
  const body: OwnAccountRequest = { password };
  const response = await client.functions.invoke<unknown>(name, { body });
  if (response.error) return { ok: false, failure: await readFailure(response.error) };
  const parsed = v.safeParse(responseSchema, response.data);
  if (parsed.success) return { ok: true, value: parsed.output };
  return { ok: false, failure: { code: "", message: "" } };
}

async function readFailure(error: unknown): Promise<Failure> {
  const response = failedResponse(error);
  if (!response) return NETWORK_FAILURE;
  const body = v.safeParse(accountErrorSchema, parseJson(await response.text()));
  if (!body.success) return { code: "", message: "" };
  return { code: body.output.code, message: body.output.error };
}

type ReenterFormProps = {
  text: string;
  /** Email of the account, for password managers. */
  email: string;
  actionText: string;
  pendingText: string;
  tone?: "danger";
  onCancel: () => void;
  onPassword: (password: string, session: AccountSession) => Promise<FieldErrors | void>;
};

/** Asks for the password again before a deletion or an export. */
function ReenterForm(props: ReenterFormProps) {
  const { text, email, actionText, pendingText, tone, onCancel, onPassword } = props;
  const texts = useTexts(profileMessages);
  const { formProps, errors, isPending } = useSessionForm(
    reenterPasswordRules,
    ({ password }, session) => onPassword(password, session),
  );
  return (
    <form {...formProps} method="post" className="stack-4">
      <p className="text-ink-soft">{text}</p>
      <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordInput
        label={texts.password}
        name="password"
        autoComplete="current-password"
        error={errors["password"]}
      />
      <div className="flex flex-wrap justify-end gap-3 pt-2 *:grow sm:*:grow-0">
        <button type="button" onClick={onCancel} className={buttonStyle("outline")}>
          {texts.cancel}
        </button>
        <SubmitButton
          text={actionText}
          pendingText={pendingText}
          isPending={isPending}
          {...(tone && { tone })}
        />
      </div>
    </form>
  );
}

type DeleteDialogProps = { user: User; onClose: () => void };

/** Deletes the account permanently. */
export function DeleteDialog({ user, onClose }: DeleteDialogProps) {
  const accountTexts = useTexts(accountMessages);
  const texts = useTexts(profileMessages);
  const toast = useToast();

  async function handlePassword(password: string, session: AccountSession): Promise<FieldErrors> {
    const result = await deleteAccount(session, password);
    if (result.ok) {
      onClose();
      toast({ tone: "done", title: texts.deleted, text: texts.deletedText });
      return {};
    }
    if (result.failure.code === WRONG_PASSWORD) return { password: texts.wrongPassword };
    const text = failureText(result.failure, accountTexts, accountTexts.tryLater);
    toast({ tone: "danger", title: texts.deleteFailed, text });
    return {};
  }

  return (
    <FormDialog title={texts.deleteAccount} closeLabel={texts.close} onClose={onClose}>
      <ReenterForm
        text={texts.deleteText}
        email={user.email ?? ""}
        actionText={texts.deleteAccount}
        tone="danger"
        pendingText={texts.deleting}
        onCancel={onClose}
        onPassword={handlePassword}
      />
    </FormDialog>
  );
}

type ExportDialogProps = { user: User; onClose: () => void };

/** Exports all data of the account. */
export function ExportDialog({ user, onClose }: ExportDialogProps) {
  const site = useSite();
  const texts = useTexts(profileMessages);
  return (
    <FormDialog title={texts.exportData} closeLabel={texts.close} onClose={onClose}>
      {isPhoneApp(site) ? <ExportInBrowser /> : <ExportForm user={user} onClose={onClose} />}
    </FormDialog>
  );
}

/** The web view of the native app saves no files: link to the website instead. */
function ExportInBrowser() {
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
  const toast = useToast();

  async function handlePassword(password: string, session: AccountSession): Promise<FieldErrors> {
    const result = await exportAccount(session, password);
    if (result.ok) {
      downloadBlob(result.value, texts.exportFile);
      onClose();
      toast({ tone: "done", title: texts.exported, text: texts.exportedText });
      return {};
    }
    if (result.failure.code === WRONG_PASSWORD) return { password: texts.wrongPassword };
    const text = failureText(result.failure, accountTexts, accountTexts.tryLater);
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
