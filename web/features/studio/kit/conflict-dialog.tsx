import { useState } from "react";
import { kitMessages } from "#shared/messages/studio/kit.ts";
import { copyText } from "#web/lib/sharing.ts";
import { useTexts } from "#web/lib/site.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { FormDialog } from "#web/ui/form-dialog.tsx";
import type { Conflict } from "./editor.ts";
import { displayValue } from "./fields/field-text.domain.ts";
import type { FieldConflict } from "./merge.domain.ts";

type ConflictDialogProps = {
  conflict: Conflict;
  /** Returns the label of a field. */
  labelOf: (field: string) => string;
  isPublishing: boolean;
  onPublish: () => void;
};

/** Lets the user choose between the remote and the local value of each field in conflict. */
export function ConflictDialog({
  conflict,
  labelOf,
  isPublishing,
  onPublish,
}: ConflictDialogProps) {
  const texts = useTexts(kitMessages);
  const { remote, conflicts, choose, later } = conflict;
  const name = remote.updatedBy ?? texts.field.somebody;
  return (
    <FormDialog title={texts.conflict.title} closeLabel={texts.conflict.later} onClose={later}>
      <p className="text-ink-soft">{texts.conflict.text(name)}</p>
      <div className="mt-4 stack-4">
        {conflicts.map((fieldConflict) => (
          <ConflictChoice
            key={fieldConflict.field}
            fieldConflict={fieldConflict}
            label={labelOf(fieldConflict.field)}
            onChoose={(side) => choose(fieldConflict.field, side)}
          />
        ))}
      </div>
      <div className="mt-5 flex flex-wrap justify-end gap-3">
        <button type="button" onClick={later} className={buttonStyle("outline")}>
          {texts.conflict.later}
        </button>
        <button
          type="button"
          disabled={conflicts.length > 0 || isPublishing}
          onClick={onPublish}
          className={buttonStyle("brand")}
        >
          {texts.conflict.publish}
        </button>
      </div>
    </FormDialog>
  );
}

type ConflictChoiceProps = {
  fieldConflict: FieldConflict;
  label: string;
  onChoose: (side: "remote" | "local") => void;
};

function ConflictChoice({ fieldConflict, label, onChoose }: ConflictChoiceProps) {
  const { conflict, field } = useTexts(kitMessages);
  const local = displayValue(fieldConflict.local, field);
  return (
    <section aria-label={label} className="rounded-card border border-line p-4">
      <h3 className="font-bold">{label}</h3>
      <ConflictSide title={conflict.theirs} text={displayValue(fieldConflict.remote, field)} />
      <ConflictSide title={conflict.mine} text={local} />
      <div className="mt-3 flex flex-wrap gap-2">
        <button type="button" onClick={() => onChoose("local")} className={buttonStyle("quiet")}>
          {conflict.keepMine}
        </button>
        <button type="button" onClick={() => onChoose("remote")} className={buttonStyle("quiet")}>
          {conflict.takeTheirs}
        </button>
        <CopyButton text={local} />
      </div>
    </section>
  );
}

function ConflictSide({ title, text }: { title: string; text: string }) {
  return (
    <div className="mt-2">
      <p className="text-sm font-semibold text-ink-soft">{title}</p>
      <p className="max-h-40 overflow-y-auto rounded-xl bg-raised p-3 wrap-anywhere whitespace-pre-wrap">
        {text}
      </p>
    </div>
  );
}

function CopyButton({ text }: { text: string }) {
  const { conflict } = useTexts(kitMessages);
  const [label, setLabel] = useState(conflict.copyMine);
  async function copy(): Promise<void> {
    setLabel((await copyText(text)) ? conflict.copied : conflict.copyFailed);
  }
  return (
    <button
      type="button"
      onClick={() => void copy()}
      className={buttonStyle("outline", "whitespace-normal")}
    >
      <span role="status">{label}</span>
    </button>
  );
}
