import type { StudioDocument } from "#shared/studio/documents.ts";
import {
  emptyDocument,
  type OpenClient,
  type PublishResult,
  publish,
} from "#web/features/studio/kit/documents.data.ts";
import { isEmptyPatch, type Patch } from "#web/features/studio/kit/merge.domain.ts";
import type { ApiResult } from "#web/features/studio/kit/result.ts";
import {
  announceStorageChange,
  readStored,
  removeStored,
  subscribeToStorage,
  writeStored,
} from "#web/lib/storage/storage.ts";
import { createStore } from "#web/lib/store.ts";
import { draftEntry, type DraftName, deleteDraft, readDraft, writeDraft } from "./drafts.data.ts";
import {
  conflictsIn,
  draftOf,
  type EditorAction,
  editorReducer,
  type EditorState,
  initialState,
  saveDelayMs,
} from "./editor-state.domain.ts";
import { pickDraft } from "./pick-draft.domain.ts";

/** Time in which other tabs leave saving to the tab that was typed in. */
const OTHER_TAB_SAVES_MS = 10_000;
/** Maximum of merges with other users' changes during one publish. */
const MAX_MERGES = 5;

/** Editor of one document: its state and actions. */
export type DocumentEditor = {
  current: () => EditorState;
  subscribe: (onChange: () => void) => () => void;
  /** Starts saving and watching the other tabs. @returns stops both, after a last save. */
  start: () => () => void;
  load: (document: StudioDocument) => void;
  edit: (field: string, value: unknown) => void;
  /** @returns the discarded changes, for `restore`. */
  discard: () => Patch;
  restore: (patch: Patch) => void;
  choose: (field: string, side: "remote" | "local") => void;
  postpone: () => void;
  /** @returns null when nothing is left to publish, or a conflict must be resolved first. */
  publish: (summary: string) => Promise<ApiResult<PublishResult> | null>;
  saveNow: () => void;
};

type EditorOptions = {
  name: DraftName;
  open: OpenClient;
  now: () => number;
  /** Called when the draft was saved or deleted in the database. */
  onSaved: () => void;
  /** Called when another tab has published or discarded all changes. */
  onEmptied: () => void;
};

/** Runs the effects around `editorReducer`: saving, publishing, and the copy on the device. */
export function createDocumentEditor({
  name,
  open,
  now,
  onSaved,
  onEmptied,
}: EditorOptions): DocumentEditor {
  const entry = draftEntry(name);
  const {
    read: current,
    set,
    subscribe,
  } = createStore(initialState(emptyDocument(name.kind, name.id)));
  let isStarted = false;
  let timer: ReturnType<typeof setTimeout> | null = null;
  /** Chain of saves, so that they run one after the other. */
  let saves = Promise.resolve();

  function dispatch(action: EditorAction): void {
    set(editorReducer(current(), action));
  }

  /**
   * Changes the draft on top of other tabs' changes. Stores it on the device at once and saves it
   * soon.
   */
  function change(action: EditorAction): void {
    if (current().phase !== "ready") return;
    takeOtherTabs();
    dispatch(action);
    storeOnDevice();
    scheduleSave();
  }

  function storeOnDevice(): void {
    const state = current();
    if (state.saving === "saved" && isEmptyPatch(state.patch)) removeStored(entry.key);
    else writeStored(entry, draftOf(state));
    announceStorageChange();
  }

  /**
   * Applies the device's copy of another tab. The newest change wins, then a saved copy over an
   * unsaved one.
   */
  function takeOtherTabs(): void {
    const state = current();
    if (state.phase !== "ready") return;
    const draft = readStored(entry);
    const atMs = Date.parse(draft.at);
    const isSavedThere = atMs === state.editedAt && draft.isSaved && state.saving !== "saved";
    if (atMs <= state.editedAt && !isSavedThere) return;
    dispatch({ type: "restore", draft });
    scheduleSave(OTHER_TAB_SAVES_MS);
    if (isEmptyPatch(draft)) onEmptied();
  }

  function stopTimer(): void {
    if (timer !== null) clearTimeout(timer);
    timer = null;
  }

  function scheduleSave(leastMs = 0): void {
    stopTimer();
    const delayMs = saveDelayMs(current());
    if (delayMs !== null && isStarted) timer = setTimeout(saveNow, Math.max(delayMs, leastMs));
  }

  function saveNow(): void {
    stopTimer();
    saves = saves.then(save);
  }

  async function save(): Promise<void> {
    if (current().saving === "saved") return;
    dispatch({ type: "saveDraft" });
    const { patch, document } = current();
    const result = isEmptyPatch(patch)
      ? await deleteDraft(open, name)
      : await writeDraft(open, name, patch, document.version);
    takeOtherTabs();
    if (result.ok) {
      dispatch({ type: "draftSaved", patch, follows: result.value });
      storeOnDevice();
      onSaved();
    } else dispatch({ type: "draftFailed", failure: result.failure });
    scheduleSave();
  }

  async function findDraft(): Promise<void> {
    const local = readStored(entry);
    const result = await readDraft(open, name);
    // Another tab changed the draft since the request: the response may be outdated.
    if (readStored(entry).at !== local.at) return findDraft();
    // Without a response only the device's draft is known.
    const isSaved = local.isSaved && isEmptyPatch(local);
    const draft = result.ok ? pickDraft(local, result.value) : { ...local, isSaved };
    dispatch({ type: "restore", draft });
    storeOnDevice();
    scheduleSave();
  }

  /** Publishes the changes. Merges other users' changes of other fields and tries again. */
  async function publishMerged(summary: string): Promise<ApiResult<PublishResult> | null> {
    const { kind, id } = name;
    for (let merges = 0; merges < MAX_MERGES && conflictsIn(current()).length === 0; merges += 1) {
      const { patch, document } = current();
      if (isEmptyPatch(patch)) {
        change({ type: "published", document, now: now() });
        return null;
      }
      const { changes } = patch;
      const baseVersion = document.version;
      const result = await publish(open, { kind, id, changes, baseVersion, summary });
      if (!result.ok) {
        dispatch({ type: "publishFailed", failure: result.failure });
        return result;
      }
      if (result.value.outcome === "published") {
        change({ type: "published", document: result.value.document, now: now() });
        saveNow();
        return result;
      }
      dispatch({ type: "load", document: result.value.document });
    }
    dispatch({ type: "conflict" });
    return null;
  }

  return {
    current,
    subscribe,
    start() {
      function warn(event: BeforeUnloadEvent): void {
        const { saving, patch } = current();
        if (saving !== "saved" && !isEmptyPatch(patch)) event.preventDefault();
      }
      isStarted = true;
      scheduleSave();
      const unsubscribe = subscribeToStorage(takeOtherTabs);
      window.addEventListener("online", saveNow);
      window.addEventListener("beforeunload", warn);
      return () => {
        isStarted = false;
        unsubscribe();
        window.removeEventListener("online", saveNow);
        window.removeEventListener("beforeunload", warn);
        if (timer !== null) saveNow();
      };
    },
    load(document) {
      const { phase, document: known } = current();
      if (phase === "ready" && document.version <= known.version) return;
      dispatch({ type: "load", document });
      if (phase === "loading") void findDraft();
    },
    edit: (field, value) => change({ type: "edit", field, value, now: now() }),
    discard() {
      const { patch } = current();
      change({ type: "discard", now: now() });
      saveNow();
      return patch;
    },
    restore(patch) {
      const { editedAt, follows } = current();
      const at = new Date(Math.max(now(), editedAt + 1)).toISOString();
      change({ type: "restore", draft: { ...patch, at, follows, isSaved: false } });
    },
    choose: (field, side) => change({ type: "choose", field, side, now: now() }),
    postpone: () => dispatch({ type: "postpone" }),
    async publish(summary) {
      takeOtherTabs();
      stopTimer();
      dispatch({ type: "publish" });
      await saves;
      const result = await publishMerged(summary);
      if (timer === null) scheduleSave();
      return result;
    },
    saveNow,
  };
}
