import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useNavigate } from "react-router";
import { peopleMessages } from "#shared/messages/studio/people.ts";
import { ConfirmDialog } from "#web/features/studio/kit/confirm-dialog.tsx";
import { useReauthentication } from "#web/features/studio/kit/reauthentication/use-reauthentication.ts";
import { useClient } from "#web/features/studio/kit/studio-context.ts";
import { StudioCard } from "#web/features/studio/kit/studio-page.tsx";
import { useDoneToast, useFailureToast } from "#web/features/studio/kit/use-publish-action.ts";
import { downloadBlob } from "#web/lib/download-blob.ts";
import { useTexts } from "#web/lib/site.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { type Account, type AccountAct, actOnAccount } from "./accounts.data.ts";

/** Action that undoes another one from the toast. */
const WAY_BACK: Partial<Record<AccountAct, AccountAct>> = {
  suspend: "restore",
  restore: "suspend",
};

/** Actions on an account. A suspension can be undone; a deletion asks first. */
export function AccountActs({ account }: { account: Account }) {
  const { account: texts } = useTexts(peopleMessages);
  const { act, pending } = useAccountActs(account);
  const [isDeleting, setDeleting] = useState(false);
  const isSuspended = account.suspended_until !== null;
  return (
    <StudioCard title={texts.acts}>
      <ul>
        <ActLine
          name={isSuspended ? texts.restore : texts.suspend}
          text={isSuspended ? texts.suspended : texts.suspendText}
          isPending={pending}
          onAct={() => act(isSuspended ? "restore" : "suspend")}
        />
        {!account.isConfirmed && (
          <ActLine
            name={texts.resend}
            text={texts.unconfirmed}
            isPending={pending}
            onAct={() => act("resend")}
          />
        )}
        <ActLine
          name={texts.export}
          text={texts.exportText}
          isPending={pending}
          onAct={() => act("export")}
        />
        {account.avatar_url !== null && (
          <ActLine
            name={texts.removePicture}
            text={texts.removePictureText}
            isPending={pending}
            onAct={() => act("remove_picture")}
          />
        )}
        <ActLine
          name={texts.delete}
          text={texts.deleteTitle}
          tone="danger"
          isPending={pending}
          onAct={() => setDeleting(true)}
        />
      </ul>
      {isDeleting && (
        <DeleteDialog
          account={account}
          onConfirm={() => act("delete")}
          onClose={() => setDeleting(false)}
        />
      )}
    </StudioCard>
  );
}

/** Runs an action and reports the result. */
function useAccountActs(account: Account): {
  act: (act: AccountAct) => Promise<void>;
  pending: boolean;
} {
  const { account: texts } = useTexts(peopleMessages);
  const open = useClient();
  const proved = useReauthentication();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const tellDone = useDoneToast();
  const tellFailure = useFailureToast();
  const [pending, setPending] = useState(false);

  async function act(wanted: AccountAct): Promise<void> {
    setPending(true);
    const answer = await proved(() => actOnAccount(open, account.id, wanted));
    setPending(false);
    if (!answer.ok) return tellFailure(answer.failure);
    if (answer.value !== null) downloadBlob(answer.value, texts.exportFile);
    const back = WAY_BACK[wanted];
    tellDone(texts.done[wanted], back ? () => act(back) : null);
    if (wanted === "delete") void navigate("/studio/people");
    else if (wanted !== "export") {
      void queryClient.invalidateQueries({ queryKey: ["studio", "account", account.id] });
    }
  }

  return { act, pending };
}

type ActLineProps = {
  name: string;
  text: string;
  tone?: "outline" | "danger";
  isPending: boolean;
  onAct: () => void | Promise<void>;
};

function ActLine({ name, text, tone = "outline", isPending, onAct }: ActLineProps) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 border-t border-line py-3 first:border-t-0">
      <p className="min-w-0 grow basis-56 text-ink-soft">{text}</p>
      <button
        type="button"
        disabled={isPending}
        onClick={() => void onAct()}
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
