import { clsx } from "clsx";
import { kitMessages } from "#shared/messages/studio/kit.ts";
import { useTexts, useSite } from "#web/lib/site.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import type { Editor } from "./editor.ts";
import { History } from "lucide-react";
import { type FormEvent, type ReactNode, useRef, useState } from "react";
import { ConflictDialog } from "./conflict-dialog.tsx";
import { FieldLabelsProvider } from "./fields/field-labels.ts";
import { PreviewLink } from "./preview/preview-link.tsx";
import { RevisionsDialog } from "./revisions/revisions-dialog.tsx";
import { StudioFailed, StudioLoading } from "./studio-page.tsx";
import { useTimeText } from "./use-time-text.ts";

type SaveBarProps<Body> = {
  editor: Pick<Editor<Body>, "saving" | "isPublishing" | "discard">;
};

/** Publishes or discards the changes and shows where they are saved; above the tabs on phones. */
export function SaveBar<Body>({ editor }: SaveBarProps<Body>) {
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
      <div className="flex flex-wrap gap-2">
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
              const body = editor.checked();
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
