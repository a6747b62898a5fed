import { useQuery } from "@tanstack/react-query";
import { useEffect, useState, useSyncExternalStore } from "react";
import type { z } from "zod";
import { kitMessages } from "#shared/messages/studio/kit.ts";
import type { DocumentKind } from "#shared/studio/documents.ts";
import { useSession } from "#web/lib/session/use-session.ts";
import { useTexts } from "#web/lib/site.ts";
import { documentQuery } from "./documents.data.ts";
import type { Editor } from "./editor.ts";
import { browserLocks, createDocumentLock, type DocumentLock } from "./draft/document-lock.ts";
import {
  createDocumentEditor,
  type DocumentEditor,
  type Published,
} from "./draft/document-editor.ts";
import { type FieldErrors, faultsOf } from "./field-errors.domain.ts";
import { applyChanges, clashesOf, isSame } from "./merge.domain.ts";
import { plainValue } from "./plain-text.domain.ts";
import { readableBody } from "./readable-body.domain.ts";
import { useClient, useStudio } from "./studio-context.ts";
import {
  useDoneToast,
  useFailureToast,
  useInvalidateStudio,
  useStudioToast,
  useUndo,
} from "./use-publish-action.ts";

/** Kinds of which `ministry.json` says something too. */
const KINDS_OF_THE_FILE: readonly DocumentKind[] = ["ministry", "channel", "schedule", "category"];

type DocumentOptions<Body> = {
  kind: DocumentKind;
  id: string;
  /** What the whole must be, with the file's values in it. */
  schema: z.ZodType<Body>;
  /** What the file, or the site, says without the document. */
  seed: Body;
  /** Words for messages that the schema gives as keys. */
  faultTexts?: Readonly<Record<string, string>>;
};

/**
 * Edits a document: what is typed is kept on the device at once and saved as a draft soon, and survives
 * a lost network, a lost session and a closed tab. Give the view around it a `key` of its id.
 */
export function useDocument<Body extends object>(options: DocumentOptions<Body>): Editor<Body> {
  const { kind, id, schema, seed, faultTexts } = options;
  const texts = useTexts(kitMessages);
  const open = useClient();
  const { user } = useStudio();
  const query = useQuery({ ...documentQuery(open, kind, id), refetchOnWindowFocus: true });
  const [desk] = useState(() =>
    createDocumentEditor({ name: { kind, id, author: user.id }, open, now: Date.now }),
  );
  const [lock] = useState(() =>
    createDocumentLock({
      name: `studio:${kind}:${id}`,
      locks: browserLocks(),
      onHold: desk.writes,
    }),
  );
  const state = useSyncExternalStore(desk.subscribe, desk.current, desk.current);
  const [wasRefused, setRefused] = useState(false);
  const telling = useTelling(desk);

  useDeskLife(desk, lock);
  useEffect(() => {
    if (query.data) desk.adopt(query.data);
  }, [desk, query.data]);

  const { document, patch, isReady } = state;
  const published = readableBody(schema, seed, document.body ?? {});
  const values: Body = { ...seed, ...applyChanges(published, patch.changes) };
  const changedCount = Object.keys(patch.changes).length;
  const seedOf = (field: string): unknown =>
    Object.entries(seed).find(([name]) => name === field)?.[1];

  function faultsNow(): FieldErrors {
    const checked = schema.safeParse(values, { reportInput: true });
    return checked.success ? {} : faultsOf(checked.error.issues, texts.faults, faultTexts);
  }

  function checked(): Body | null {
    const count = Object.keys(faultsNow()).length;
    setRefused(count > 0);
    if (count > 0) telling.refused(count);
    return count > 0 ? null : values;
  }

  function put(field: string, given: unknown): void {
    const value = plainValue(given);
    const isAsFile = !Object.hasOwn(published, field) && isSame(value, seedOf(field));
    desk.change(field, isAsFile ? undefined : value);
  }

  return {
    status: isReady ? "ready" : query.isError ? "failed" : "loading",
    values,
    set: put,
    put,
    document,
    seed,
    isReadOnly: state.isReadOnly,
    writeHere: lock.take,
    isDirty: changedCount > 0,
    changedCount,
    faults: wasRefused ? faultsNow() : {},
    saving: state.saving,
    isPublishing: state.isPublishing,
    foundAt: state.foundAt,
    conflict: state.isChoosing
      ? {
          theirs: document,
          clashes: clashesOf(patch, document.body ?? {}),
          choose: desk.choose,
          later: desk.choosesLater,
        }
      : null,
    checked,
    publish: async (summary) =>
      !state.isReadOnly && checked() !== null && telling.published(await desk.publish(summary)),
    discard() {
      setRefused(false);
      telling.discarded(desk.discard());
    },
    removeField: (field) => desk.change(field, undefined),
    isFromFile: (field) => KINDS_OF_THE_FILE.includes(kind) && seedOf(field) !== undefined,
    retry: () => void query.refetch(),
  };
}

/** What happens around a desk: tabs change places, the session and the network come back, the tab is about to close. */
function useDeskLife(desk: DocumentEditor, lock: DocumentLock): void {
  const { status } = useSession();

  useEffect(() => {
    if (status === "signed-in") desk.tryAgain();
  }, [desk, status]);

  useEffect(() => {
    function warn(event: BeforeUnloadEvent): void {
      if (desk.current().saving !== "saved") event.preventDefault();
    }
    const letGo = lock.hold();
    window.addEventListener("online", desk.tryAgain);
    window.addEventListener("beforeunload", warn);
    return () => {
      window.removeEventListener("online", desk.tryAgain);
      window.removeEventListener("beforeunload", warn);
      // The other tab goes on with the text, so it comes to its turn once all of it is kept.
      void desk.leave().then(letGo);
    };
  }, [desk, lock]);
}

type Telling = {
  refused: (count: number) => void;
  /** True where it was published. */
  published: (published: Published) => boolean;
  discarded: (patch: ReturnType<DocumentEditor["discard"]>) => void;
};

/** Says what became of an act of the editor. */
function useTelling(desk: DocumentEditor): Telling {
  const { save } = useTexts(kitMessages);
  const toast = useStudioToast();
  const tellDone = useDoneToast();
  const tellFailure = useFailureToast();
  const readAnew = useInvalidateStudio();
  const undo = useUndo();
  return {
    refused: (count) => toast({ tone: "danger", title: save.checkTitle, text: save.check(count) }),
    published(published) {
      if (published.result === "failed") tellFailure(published.failure);
      if (published.result !== "published") return false;
      const { document, revision } = published;
      readAnew(document);
      if (revision !== null) tellDone(save.published, () => undo(revision));
      return true;
    },
    discarded: (patch) => tellDone(save.discarded, async () => desk.restore(patch)),
  };
}
