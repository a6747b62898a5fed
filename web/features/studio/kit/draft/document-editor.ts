import type { DocumentBody, StudioDocument } from "#shared/studio/documents.ts";
import {
  announceStorageChange,
  readStored,
  removeStored,
  writeStored,
} from "#web/lib/storage/storage.ts";
import type { ApiResult, Failure } from "#web/features/studio/kit/result.ts";
import {
  emptyDocument,
  type OpenClient,
  publish,
} from "#web/features/studio/kit/documents.data.ts";
import type { Hold } from "./document-lock.ts";
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
import {
  type FoundDraft,
  isEmptyDraft,
  type LocalDraft,
  pickDraft,
  type SavedDraft,
} from "./pick-draft.domain.ts";

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
  /** Another tab writes the document: nothing is changed or kept here. */
  isReadOnly: boolean;
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
export type DocumentEditor = {
  current: () => DeskState;
  subscribe: (onChange: () => void) => () => void;
  /** Takes what is published; with the first one drafts are looked for, once it is known who writes. */
  adopt: (document: StudioDocument) => void;
  /** Which tab writes. The one that comes to it goes on with what the other has kept on the device. */
  writes: (hold: Hold) => void;
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
  leave: () => Promise<void>;
};

type DeskOptions = { name: DraftName; open: OpenClient; now: () => number };

/** Opens the desk for one document. Nothing is read before `adopt` and `writes`. */
export function createDocumentEditor({ name, open, now }: DeskOptions): DocumentEditor {
  const entry = draftEntry(name);
  const listeners = new Set<() => void>();
  let state: DeskState = {
    isReady: false,
    isReadOnly: false,
    document: emptyDocument(name.kind, name.id),
    patch: NO_PATCH,
    saving: "saved",
    isPublishing: false,
    isChoosing: false,
    foundAt: null,
  };
  let hold: Hold = null;
  let isAdopted = false;
  /** How often drafts were looked for: the last time counts. */
  let looks = 0;
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
    if (hold === "elsewhere") return;
    const { changes, before } = state.patch;
    if (Object.keys(changes).length === 0 && follows === null) removeStored(entry.key);
    else {
      const at = new Date(now()).toISOString();
      writeStored(entry, { changes, before, at, follows, isSaved });
    }
    announceStorageChange();
  }

  function put(patch: Patch): void {
    if (hold === "elsewhere") return;
    show({ patch, saving: "saving" });
    keepOnDevice(false);
    failures = 0;
    schedule(SAVE_AFTER_MS);
  }

  function stopTimer(): void {
    if (timer !== null) clearTimeout(timer);
    timer = null;
  }

  function schedule(afterMs: number): void {
    stopTimer();
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
    if (hold === "elsewhere") return;
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
    if (!isAdopted || hold === null) return;
    looks += 1;
    const look = looks;
    const local = readStored(entry);
    const answer = await readDraft(open, name);
    if (look !== looks) return;
    const found = foundOf(local, answer);
    follows = found?.follows ?? null;
    const patch = rebase(found?.patch ?? NO_PATCH, body());
    const isDirty = !isEmptyDraft(found) && Object.keys(patch.changes).length > 0;
    const isReadOnly = hold === "elsewhere";
    show({ isReady: true, isReadOnly, patch, foundAt: isDirty ? (found?.at ?? null) : null });
    if (isReadOnly) return;
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
      const isFirst = !isAdopted;
      isAdopted = true;
      if (isFirst) void lookForDrafts();
    },
    writes(next) {
      if (hold === next) return;
      hold = next;
      looks += 1;
      stopTimer();
      if (next === "elsewhere" && state.isReady) {
        show({ isReadOnly: true, saving: "saved", isChoosing: false });
      } else void lookForDrafts();
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
      stopTimer();
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
    async leave() {
      const waits = timer !== null;
      stopTimer();
      await (waits ? save() : saveInFlight);
    },
  };
}

/** The draft that goes on. Without an answer, the device's own is what there is. */
function foundOf(
  local: LocalDraft | null,
  answer: ApiResult<SavedDraft | null>,
): FoundDraft | null {
  if (answer.ok) return pickDraft(local, answer.value);
  return pickDraft(local && { ...local, isSaved: false }, null);
}
