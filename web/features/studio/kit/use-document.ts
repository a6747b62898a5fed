import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState, useSyncExternalStore } from "react";
import * as v from "valibot";
import { kitMessages } from "#shared/messages/studio/kit.ts";
import type { DocumentKind } from "#shared/studio/documents.ts";
import { useSession } from "#web/lib/session/use-session.ts";
import { useTexts } from "#web/lib/site.ts";
import { documentQuery } from "./documents.data.ts";
import type { Editor } from "./editor.ts";
import { createDocumentEditor } from "./draft/document-editor.ts";
import { draftsKey } from "./draft/drafts.data.ts";
import { conflictsIn } from "./draft/editor-state.domain.ts";
import { type FieldErrors, errorTextsOf } from "./field-errors.domain.ts";
import { applyChanges, isEmptyPatch, isSame } from "./merge.domain.ts";
import { type BodySchema, plainValue, readableBody } from "./clean-body.domain.ts";
import { useClient, useStudio } from "./studio-context.ts";
import { useDoneToast, useStudioToast, useReportResult } from "./use-publish-action.ts";

/** Kinds that also have values in `ministry.json`. */
const FILE_KINDS: readonly DocumentKind[] = ["ministry", "channel", "schedule", "category"];

type DocumentOptions<Body> = {
  kind: DocumentKind;
  id: string;
  /** Schema of the whole, with the values of ministry.json. */
  schema: BodySchema<Body>;
  /** Values of ministry.json or of the site, without the document. */
  seed: Body;
  /** Texts for messages that the schema gives as keys. */
  errorTexts?: Readonly<Record<string, string>>;
};

/**
 * Edits a document. Stores edits on the device at once and saves them as a draft, so that they
 * survive a lost network, a lost session and a closed tab. Give the component around it a `key` of
 * the id.
 */
export function useDocument<Body extends object>(options: DocumentOptions<Body>): Editor<Body> {
  const { kind, id, schema, seed: defaults, errorTexts } = options;
  const { save, faults: errors } = useTexts(kitMessages);
  const open = useClient();
  const { user } = useStudio();
  const query = useQuery({ ...documentQuery(open, kind, id), refetchOnWindowFocus: true });
  const { refetch } = query;
  const queryClient = useQueryClient();
  const [editor] = useState(() =>
    createDocumentEditor({
      name: { kind, id, author: user.id },
      open,
      now: Date.now,
      // Often after the page of the list was opened.
      onSaved: () => void queryClient.invalidateQueries({ queryKey: draftsKey(kind) }),
      onEmptied: () => void refetch(),
    }),
  );
  const state = useSyncExternalStore(editor.subscribe, editor.current, editor.current);
  const { status } = useSession();
  const [hasErrors, setHasErrors] = useState(false);
  const toast = useStudioToast();
  const showDone = useDoneToast();
  const report = useReportResult();

  useEffect(() => editor.start(), [editor]);
  useEffect(() => {
    if (query.data) editor.load(query.data);
  }, [editor, query.data]);
  useEffect(() => {
    if (status === "signed-in") editor.saveNow();
  }, [editor, status]);

  const { document, patch, phase } = state;
  const published = readableBody(schema, defaults, document.body ?? {});
  const values: Body = { ...defaults, ...applyChanges(published, patch.changes) };
  const defaultsOf = (field: string): unknown =>
    Object.entries(defaults).find(([name]) => name === field)?.[1];

  function currentErrors(): FieldErrors {
    const checked = v.safeParse(schema, values);
    return checked.success ? {} : errorTextsOf(checked.issues, errors, errorTexts);
  }

  function validate(): Body | null {
    const count = Object.keys(currentErrors()).length;
    setHasErrors(count > 0);
    if (count === 0) return values;
    toast({ tone: "danger", title: save.checkTitle, text: save.check(count) });
    return null;
  }

  function put(field: string, given: unknown): void {
    const value = plainValue(given);
    const isAsFile = !Object.hasOwn(published, field) && isSame(value, defaultsOf(field));
    editor.edit(field, isAsFile ? undefined : value);
  }

  return {
    status: phase === "ready" ? "ready" : query.isError ? "failed" : "loading",
    values,
    set: put,
    put,
    document,
    defaults,
    isDirty: !isEmptyPatch(patch),
    errors: hasErrors ? currentErrors() : {},
    saving: state.saving,
    isPublishing: state.isPublishing,
    foundAt: state.foundAt,
    conflict: state.isChoosing
      ? {
          remote: document,
          conflicts: conflictsIn(state),
          choose: editor.choose,
          postpone: editor.postpone,
        }
      : null,
    validate,
    async publish(summary) {
      if (validate() === null) return false;
      const result = await editor.publish(summary);
      return result !== null && report(result, save.published) === "published";
    },
    discard() {
      setHasErrors(false);
      const discarded = editor.discard();
      showDone(save.discarded, async () => editor.restore(discarded));
    },
    removeField: (field) => editor.edit(field, undefined),
    isFromFile: (field) => FILE_KINDS.includes(kind) && defaultsOf(field) !== undefined,
    retry: () => void refetch(),
  };
}
