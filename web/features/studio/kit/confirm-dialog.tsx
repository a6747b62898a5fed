import { type FormEvent, type ReactNode, useState } from "react";
import { kitMessages } from "#shared/messages/studio/kit.ts";
import { useTexts } from "#web/lib/site.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { FormDialog } from "#web/ui/form-dialog.tsx";
import { TextField } from "#web/ui/fields/text-field.tsx";

type ConfirmDialogProps = {
  title: string;
  /** Consequences of the action. */
  children: ReactNode;
  confirmText: string;
  /** Text to type first, for deletions. */
  typed?: { label: string; word: string; wrong: string };
  onConfirm: () => void | Promise<void>;
  onClose: () => void;
};

/** Confirms an action that cannot be undone. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, children, confirmText, typed, onConfirm, onClose } = props;
  const texts = useTexts(kitMessages);
  const [word, setWord] = useState("");
  const [isWrong, setWrong] = useState(false);
  const [isPending, setPending] = useState(false);

  function confirm(event: FormEvent): void {
    event.preventDefault();
    const isRight = typed === undefined || word.trim() === typed.word;
    setWrong(!isRight);
    if (!isRight || isPending) return;
    setPending(true);
    void Promise.resolve(onConfirm()).finally(() => setPending(false));
  }

  return (
    <FormDialog title={title} closeLabel={texts.close} onClose={onClose}>
      <form method="post" noValidate onSubmit={confirm} className="stack-4">
        <div className="text-ink-soft">{children}</div>
        {typed && (
          <TextField
            label={typed.label}
            name="typed"
            autoComplete="off"
            value={word}
            onChange={(event) => setWord(event.currentTarget.value)}
            error={isWrong ? typed.wrong : undefined}
          />
        )}
        <div className="justify-end button-row">
          <button type="button" onClick={onClose} className={buttonStyle("outline")}>
            {texts.cancel}
          </button>
          <button type="submit" disabled={isPending} className={buttonStyle("danger")}>
            {confirmText}
          </button>
        </div>
      </form>
    </FormDialog>
  );
}
