import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useNavigate } from "react-router";
import { peopleMessages } from "#shared/messages/studio/people.ts";
import { ConfirmDialog } from "#web/features/studio/kit/confirm-dialog.tsx";
import { useReauthentication } from "#web/features/studio/kit/reauthentication.tsx";
import { useClient } from "#web/features/studio/kit/studio-context.ts";
import { StudioCard } from "#web/features/studio/kit/studio-page.tsx";
import { useDoneToast, useFailureToast } from "#web/features/studio/kit/use-publish-action.ts";
import { downloadBlob } from "#web/lib/download-blob.ts";
import { useTexts } from "#web/lib/site.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { type Account, type AccountAction, runAccountAction } from "./accounts.data.ts";

/** Action that undoes another one from the toast. */
const UNDO_ACTIONS: Partial<Record<AccountAction, AccountAction>> = {
  suspend: "restore",
  restore: "suspend",
};

/** Actions on an account. A suspension can be undone; a deletion asks first. */
export function AccountActions({ account }: { account: Account }) {
  const { account: texts } = useTexts(peopleMessages);
  const { runAction, pending } = useAccountActions(account);
  const [isDeleting, setDeleting] = useState(false);
  const isSuspended = account.suspended_until !== null;
  return (
    <StudioCard title={texts.acts}>
      <ul>
        <ActionRow
          name={isSuspended ? texts.restore : texts.suspend}
          text={isSuspended ? texts.suspended : texts.suspendText}
          isPending={pending}
          onAction={() => runAction(isSuspended ? "restore" : "suspend")}
        />
        {!account.isConfirmed && (
          <ActionRow
            name={texts.resend}
            text={texts.unconfirmed}
            isPending={pending}
            onAction={() => runAction("resend")}
          />
        )}
        <ActionRow
          name={texts.export}
          text={texts.exportText}
          isPending={pending}
          onAction={() => runAction("export")}
        />
        {account.avatar_url !== null && (
          <ActionRow
            name={texts.removePicture}
            text={texts.removePictureText}
            isPending={pending}
            onAction={() => runAction("remove_picture")}
          />
        )}
        <ActionRow
          name={texts.delete}
          text={texts.deleteTitle}
          tone="danger"
          isPending={pending}
          onAction={() => setDeleting(true)}
        />
      </ul>
      {isDeleting && (
        <DeleteDialog
          account={account}
          onConfirm={() => runAction("delete")}
          onClose={() => setDeleting(false)}
        />
      )}
    </StudioCard>
  );
}

/** Runs an action and reports the result. */
function useAccountActions(account: Account): {
  runAction: (runAction: AccountAction) => Promise<void>;
  pending: boolean;
} {
  const { account: texts } = useTexts(peopleMessages);
  const open = useClient();
  const withReauthentication = useReauthentication();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const showDone = useDoneToast();
  const showFailure = useFailureToast();
  const [pending, setPending] = useState(false);

  async function runAction(wanted: AccountAction): Promise<void> {
    setPending(true);
    const result = await withReauthentication(() => runAccountAction(open, account.id, wanted));
    setPending(false);
    if (!result.ok) return showFailure(result.failure);
    if (result.value !== null) downloadBlob(result.value, texts.exportFile);
    const back = UNDO_ACTIONS[wanted];
    showDone(texts.done[wanted], back ? () => runAction(back) : null);
    if (wanted === "delete") void navigate("/studio/people");
    else if (wanted !== "export") {
      void queryClient.invalidateQueries({ queryKey: ["studio", "account", account.id] });
    }
  }

  return { runAction, pending };
}

type ActionRowProps = {
  name: string;
  text: string;
  tone?: "outline" | "danger";
  isPending: boolean;
  onAction: () => void | Promise<void>;
};

function ActionRow({ name, text, tone = "outline", isPending, onAction }: ActionRowProps) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 border-t border-line py-3 first:border-t-0">
      <p className="min-w-0 grow basis-56 text-ink-soft">{text}</p>
      <button
        type="button"
        disabled={isPending}
        onClick={() => void onAction()}
        className={buttonStyle(tone)}
      >
        {name}
      </button>
    </li>
  );
}

type DeleteDialogProps = {
  account: Account;
  onConfirm: () => Promise<void>;
  onClose: () => void;
};

/** Lists the data to delete and requires the email to be typed. */
function DeleteDialog({ account, onConfirm, onClose }: DeleteDialogProps) {
  const { account: texts } = useTexts(peopleMessages);
  const { goes } = account;
  const lines: ReactNode[] = [
    texts.goes.profile,
    goes.pictures > 0 && texts.goes.pictures(goes.pictures),
    goes.devices > 0 && texts.goes.devices(goes.devices),
    goes.drafts > 0 && texts.goes.drafts(goes.drafts),
    goes.rights > 0 && texts.goes.rights,
  ].filter((line) => line !== false);
  return (
    <ConfirmDialog
      title={texts.deleteTitle}
      confirmText={texts.delete}
      {...(account.address !== null && {
        typed: { label: texts.typeAddress, word: account.address, wrong: texts.typedWrong },
      })}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p>{texts.deleteText}</p>
      <ul className="my-3 list-disc pl-6">
        {lines.map((line, index) => (
          <li key={index}>{line}</li>
        ))}
      </ul>
      <p>{texts.kept}</p>
    </ConfirmDialog>
  );
}
