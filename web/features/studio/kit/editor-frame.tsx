import { useState, type FormEvent, type ReactNode, useRef } from "react";
import { kitMessages } from "#shared/messages/studio/kit.ts";
import { copyText } from "#web/lib/sharing.ts";
import { useTexts, useSite } from "#web/lib/site.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { FormDialog } from "#web/ui/form-dialog.tsx";
import type { Conflict, Editor } from "./editor.ts";
import { displayValue } from "./fields/field-text.domain.ts";
import type { FieldConflict } from "./merge.domain.ts";
import { clsx } from "clsx";
import { History } from "lucide-react";
import { FieldLabelsProvider } from "./fields/field-labels.ts";
import { PreviewLink } from "./preview-link.tsx";
import { RevisionsDialog } from "./revisions/revision-views.tsx";
import { StudioFailed, StudioLoading } from "./studio-page.tsx";
import { useTimeText } from "./use-time-text.ts";

type ConflictDialogProps = {
  conflict: Conflict;
  /** Returns the label of a field. */
  labelOf: (field: string) => string;
  isPublishing: boolean;
  onPublish: () => void;
};

/** Lets the user choose between the remote and the local value of each field in conflict. */
function ConflictDialog({ conflict, labelOf, isPublishing, onPublish }: ConflictDialogProps) {
  const texts = useTexts(kitMessages);
  const { remote, conflicts, choose, postpone } = conflict;
  const name = remote.updatedBy ?? texts.field.somebody;
  return (
    <FormDialog title={texts.conflict.title} closeLabel={texts.conflict.later} onClose={postpone}>
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
      <div className="mt-5 justify-end button-row">
        <button type="button" onClick={postpone} className={buttonStyle("outline")}>
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
      <div className="mt-3 button-row">
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

type SaveBarProps<Body> = {
  editor: Pick<Editor<Body>, "saving" | "isPublishing" | "discard">;
};

/** Publishes or discards the changes and shows where they are saved; above the tabs on phones. */
function SaveBar<Body>({ editor }: SaveBarProps<Body>) {
  const { save } = useTexts(kitMessages);
  const { saving, isPublishing, discard } = editor;
  const isAmber = saving === "waiting" || saving === "local";
  return (
    <div
      data-save-bar
      className={clsx(
        "sticky bottom-[calc(3.5rem+env(safe-area-inset-bottom))] z-30 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-card border p-3 shadow-card short:static lg:bottom-4",
        isAmber ? "border-gold bg-gold-soft" : "border-line bg-surface",
      )}
    >
      <p role="status" className="min-w-0 grow basis-44 text-sm font-medium">
        {save.state[saving]}
      </p>
      <div className="button-row">
        <button type="button" onClick={discard} className={buttonStyle("outline")}>
          {save.discard}
        </button>
        <button type="submit" disabled={isPublishing} className={buttonStyle("brand")}>
          {isPublishing ? save.publishing : save.publish}
        </button>
      </div>
    </div>
  );
}

const WRONG_FIELD = "[aria-invalid=true], [data-invalid=true]";

type EditorFrameProps<Body> = {
  editor: Editor<Body>;
  /** Name of the document in the list of changes. */
  title: string;
  /** Describes the change in the list of changes; by default it names the title. */
  summaryOf?: (values: Body) => string;
  /** Path of the page for a preview link, without a language. */
  previewPath?: string;
  children: ReactNode;
};

/** Form of a document: its fields, the publish bar, earlier versions and conflicts. */
export function EditorFrame<Body extends object>(props: EditorFrameProps<Body>) {
  const { editor, title, summaryOf, previewPath, children } = props;
  const { language } = useSite();
  const texts = useTexts(kitMessages);
  const form = useRef<HTMLFormElement>(null);
  const [labels] = useState(() => new Map<string, string>());
  const [showsVersions, setShowsVersions] = useState(false);

  async function publish(): Promise<void> {
    const summary = summaryOf?.(editor.values) ?? texts.save.summary(title);
    if (!(await editor.publish(summary))) focusWrong();
  }

  function focusWrong(): void {
    form.current?.querySelector<HTMLElement>(WRONG_FIELD)?.focus();
  }

  if (editor.status === "failed") return <StudioFailed onRetry={editor.retry} />;
  if (editor.status === "loading") return <StudioLoading />;
  return (
    <FieldLabelsProvider value={labels}>
      <form
        ref={form}
        method="post"
        noValidate
        aria-label={title}
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          if (editor.isDirty && !editor.isPublishing) void publish();
        }}
        className="stack-5"
      >
        {editor.foundAt !== null && <FoundNote at={editor.foundAt} />}
        {children}
        {previewPath !== undefined && (
          <PreviewLink
            name={editor.document}
            bodyNow={() => {
              const body = editor.validate();
              if (body === null) focusWrong();
              return body;
            }}
            path={previewPath}
            language={language}
          />
        )}
        {editor.document.version > 0 && (
          <button
            type="button"
            onClick={() => setShowsVersions(true)}
            className={buttonStyle("outline")}
          >
            <History aria-hidden className="size-4" />
            {texts.changes.earlier}
          </button>
        )}
        {editor.isDirty && <SaveBar editor={editor} />}
      </form>
      {editor.conflict && (
        <ConflictDialog
          conflict={editor.conflict}
          labelOf={(field) => labels.get(field) ?? field}
          isPublishing={editor.isPublishing}
          onPublish={() => void publish()}
        />
      )}
      {showsVersions && (
        <RevisionsDialog document={editor.document} onClose={() => setShowsVersions(false)} />
      )}
    </FieldLabelsProvider>
  );
}

/** Says that earlier unpublished changes were found. */
function FoundNote({ at }: { at: string }) {
  const { save } = useTexts(kitMessages);
  const timeText = useTimeText();
  return (
    <p role="status" className="rounded-card bg-gold-soft p-4 font-medium">
      {save.found(timeText(at))}
    </p>
  );
}
