import type { DocumentBody, StudioDocument } from "#shared/studio/documents.ts";
import {
  announceStorageChange,
  readStored,
  removeStored,
  writeStored,
} from "#web/lib/storage/storage.ts";
import type { Failure } from "#web/features/studio/kit/answer.ts";
import {
  emptyDocument,
  type OpenClient,
  publish,
} from "#web/features/studio/kit/documents.data.ts";
import { draftEntry } from "./draft-storage.ts";
import { type DraftName, dropDraft, readDraft, writeDraft } from "./drafts.data.ts";
import {
  changeField,
  clashesOf,
  keepMine,
  NO_PATCH,
  type Patch,
  rebase,
  withoutFields,
} from "#web/features/studio/kit/merge.domain.ts";
import { isEmptyDraft, pickDraft } from "./pick-draft.domain.ts";

/** How long after the last key a draft is saved. */
const SAVE_AFTER_MS = 2_000;
/** How long after a save that failed the next one is tried: a little longer each time. */
const TRY_AGAIN_AFTER_MS = [2_000, 5_000, 10_000, 30_000];
/** How often changes are put on what others have published meanwhile, before somebody has to look. */
const MERGES_LIMIT = 5;

/**
 * Where one's text is: with the database; on its way there; on the device until the network is back
 * ("waiting"), or until somebody has signed in again ("local").
 */
export type Saving = "saved" | "saving" | "waiting" | "local";

/** What became of a publishing. */
export type Published =
  | { result: "published"; document: StudioDocument; revision: number | null }
  | { result: "conflict" }
  | { result: "failed"; failure: Failure };

export type DeskState = {
  /** Whether drafts have been looked for. */
  isReady: boolean;
  /** What is published, as far as this page knows. */
  document: StudioDocument;
  patch: Patch;
  saving: Saving;
  isPublishing: boolean;
  /** Somebody has to choose between two values of a field. */
  isChoosing: boolean;
  /** When the draft was written that was there on opening; ISO instant. */
  foundAt: string | null;
};

/** The editing of one document by one person: its changes, kept on the device at once and saved soon. */
export type EditorDesk = {
  current: () => DeskState;
  subscribe: (onChange: () => void) => () => void;
  /** Takes what is published; looks for drafts with the first one. */
  adopt: (document: StudioDocument) => void;
  /** A field is now this; undefined takes it out of the document. */
  change: (field: string, value: unknown) => void;
  /** Lets all changes go. @returns them, for whoever wants them back. */
  discard: () => Patch;
  restore: (patch: Patch) => void;
  choose: (field: string, side: "theirs" | "mine") => void;
  choosesLater: () => void;
  publish: (summary: string) => Promise<Published>;
  /** The network or the session is back. */
  tryAgain: () => void;
  /** The page is left: what waits for its time is saved now. */
  leave: () => void;
};

type DeskOptions = { name: DraftName; open: OpenClient; now: () => number };

/** Opens the desk for one document. Nothing is read before `adopt`. */
export function createDesk({ name, open, now }: DeskOptions): EditorDesk {
  const entry = draftEntry(name);
  const listeners = new Set<() => void>();
  let state: DeskState = {
    isReady: false,
    document: emptyDocument(name.kind, name.id),
    patch: NO_PATCH,
    saving: "saved",
    isPublishing: false,
    isChoosing: false,
    foundAt: null,
  };
  let isLooking = false;
  /** The saved draft that this one continues. */
  let follows: string | null = null;
  let timer: ReturnType<typeof setTimeout> | null = null;
  let failures = 0;
  let saveInFlight: Promise<void> | null = null;

  function show(next: Partial<DeskState>): void {
    state = { ...state, ...next };
    for (const listener of listeners) listener();
  }

  /** The published body; a document that is gone has none. */
  const body = (): DocumentBody => state.document.body ?? {};

  function keepOnDevice(isSaved: boolean): void {
    const { changes, before } = state.patch;
    if (Object.keys(changes).length === 0 && follows === null) removeStored(entry.key);
    else {
      const at = new Date(now()).toISOString();
      writeStored(entry, { changes, before, at, follows, isSaved });
    }
    announceStorageChange();
  }

  function put(patch: Patch): void {
    show({ patch, saving: "saving" });
    keepOnDevice(false);
    failures = 0;
    schedule(SAVE_AFTER_MS);
  }

  function schedule(afterMs: number): void {
    if (timer !== null) clearTimeout(timer);
    timer = setTimeout(() => {
      timer = null;
      void save();
    }, afterMs);
  }

  /** One save at a time: the next waits and takes everything that was typed meanwhile. */
  async function save(): Promise<void> {
    if (saveInFlight) {
      await saveInFlight;
      return save();
    }
    if (state.saving === "saved") return;
    saveInFlight = saveOnce();
    await saveInFlight;
    saveInFlight = null;
    if (state.saving === "saving" && timer === null) schedule(SAVE_AFTER_MS);
  }

  async function saveOnce(): Promise<void> {
    const { patch, document } = state;
    show({ saving: "saving" });
    const isEmpty = Object.keys(patch.changes).length === 0;
    const answer = isEmpty
      ? await dropDraft(open, name)
      : await writeDraft(open, name, patch, document.version);
    if (!answer.ok) {
      waitFor(answer.failure);
      return;
    }
    failures = 0;
    follows = answer.value;
    const isLatest = state.patch === patch;
    keepOnDevice(isLatest);
    if (isLatest) show({ saving: "saved" });
  }

  function waitFor(failure: Failure): void {
    const needsSession = failure === "signed-out" || failure === "refused";
    show({ saving: needsSession ? "local" : "waiting" });
    if (needsSession) return;
    schedule(TRY_AGAIN_AFTER_MS[Math.min(failures, TRY_AGAIN_AFTER_MS.length - 1)] ?? 0);
    failures += 1;
  }

  async function lookForDrafts(): Promise<void> {
    isLooking = true;
    const local = readStored(entry);
    const answer = await readDraft(open, name);
    // Without an answer, the device's own is what there is.
    const unread = local && { ...local, isSaved: false };
    const found = answer.ok ? pickDraft(local, answer.value) : pickDraft(unread, null);
    isLooking = false;
    follows = found?.follows ?? null;
    const patch = rebase(found?.patch ?? NO_PATCH, body());
    const isDirty = !isEmptyDraft(found) && Object.keys(patch.changes).length > 0;
    show({ isReady: true, patch, foundAt: isDirty ? (found?.at ?? null) : null });
    if (found === null) removeStored(entry.key);
    else if (!found.isSaved) put(patch);
  }

  /** What was published is no change any more; what was typed meanwhile is. */
  function settle(document: StudioDocument, sent: Patch): void {
    const same = Object.keys(sent.changes).filter((field) =>
      Object.is(state.patch.changes[field], sent.changes[field]),
    );
    const rest = withoutFields(state.patch, same);
    const next = document.body ?? {};
    const before = Object.fromEntries(
      Object.keys(rest.changes).map((field) => [field, next[field]]),
    );
    show({ document, isChoosing: false, foundAt: null });
    put({ changes: rest.changes, before });
    void save();
  }

  async function publishNow(summary: string): Promise<Published> {
    for (let merges = 0; merges < MERGES_LIMIT; merges += 1) {
      const { patch, document } = state;
      if (clashesOf(patch, body()).length > 0) break;
      if (Object.keys(patch.changes).length === 0) {
        return { result: "published", document, revision: null };
      }
      const { kind, id } = name;
      const { changes } = patch;
      const baseVersion = document.version;
      const answer = await publish(open, { kind, id, changes, baseVersion, summary });
      if (!answer.ok) {
        waitFor(answer.failure);
        return { result: "failed", failure: answer.failure };
      }
      if (answer.value.outcome === "published") {
        settle(answer.value.document, patch);
        return { result: "published", ...answer.value };
      }
      take(answer.value.document);
    }
    show({ isChoosing: true });
    return { result: "conflict" };
  }

  function take(document: StudioDocument): void {
    show({ document, patch: rebase(state.patch, document.body ?? {}) });
  }

  return {
    current: () => state,
    subscribe(onChange) {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
    adopt(document) {
      if (state.isReady && document.version <= state.document.version) return;
      take(document);
      if (!state.isReady && !isLooking) void lookForDrafts();
    },
    change(field, value) {
      if (state.isReady) put(changeField(state.patch, body(), field, value));
    },
    discard() {
      const { patch } = state;
      show({ foundAt: null, isChoosing: false });
      put(NO_PATCH);
      void save();
      return patch;
    },
    restore(patch) {
      put(patch);
    },
    choose(field, side) {
      const { patch } = state;
      put(side === "mine" ? keepMine(patch, body(), field) : withoutFields(patch, [field]));
    },
    choosesLater: () => show({ isChoosing: false }),
    async publish(summary) {
      if (timer !== null) clearTimeout(timer);
      timer = null;
      show({ isPublishing: true });
      await saveInFlight;
      const published = await publishNow(summary);
      show({ isPublishing: false });
      if (state.saving === "saving" && timer === null) schedule(SAVE_AFTER_MS);
      return published;
    },
    tryAgain() {
      if (state.saving === "saved") return;
      failures = 0;
      void save();
    },
    leave() {
      if (timer !== null) void save();
      if (timer !== null) clearTimeout(timer);
      timer = null;
    },
  };
}
