import type { DocumentBody, StudioDocument } from "#shared/studio/documents.ts";
import {
  changeField,
  type FieldConflict,
  conflictsOf,
  isEmptyPatch,
  keepLocal,
  NO_PATCH,
  type Patch,
  rebase,
  withoutFields,
} from "#web/features/studio/kit/merge.domain.ts";
import type { Failure } from "#web/features/studio/kit/result.ts";
import type { Draft } from "./pick-draft.domain.ts";

/** Delay between the last change and the save. */
const SAVE_AFTER_MS = 2_000;
/** Delays between attempts after failed saves. */
const RETRY_AFTER_MS = [2_000, 5_000, 10_000];
const LAST_RETRY_AFTER_MS = 30_000;

/**
 * Location of the changes: in the database; on their way there; on the device until the network is
 * back ("waiting"), or until the next sign-in ("local").
 */
export type Saving = "saved" | "saving" | "waiting" | "local";

/** State of the editor of one document. */
export type EditorState = {
  /** The document is loaded first, then its draft. Edits are possible in "ready" only. */
  phase: "loading" | "restoring" | "ready";
  /** Published document that this page knows. */
  document: StudioDocument;
  patch: Patch;
  /** Milliseconds of the last change of the patch. Never decreases, because tabs use the newest. */
  editedAt: number;
  /** Database time of the saved draft that this one continues. */
  follows: string | null;
  saving: Saving;
  /** Failed saves in a row. */
  failures: number;
  isPublishing: boolean;
  /** True while the conflict dialog is open. */
  isChoosing: boolean;
  /** ISO instant of the draft that was found on opening. */
  foundAt: string | null;
};

export type EditorAction =
  /** The published document was loaded or has changed. */
  | { type: "load"; document: StudioDocument }
  /** A draft was found on opening, changed in another tab, or restored after a discard. */
  | { type: "restore"; draft: Draft }
  /** A field has a new value; undefined removes it from the document. */
  | { type: "edit"; field: string; value: unknown; now: number }
  /** All changes are discarded. */
  | { type: "discard"; now: number }
  /** A save of the draft begins. */
  | { type: "saveDraft" }
  /** The database has `patch`; `follows` is its time there, null for an empty one. */
  | { type: "draftSaved"; patch: Patch; follows: string | null }
  | { type: "draftFailed"; failure: Failure }
  /** Publishing begins. */
  | { type: "publish" }
  /** The changes are published in `document`. */
  | { type: "published"; document: StudioDocument; now: number }
  | { type: "publishFailed"; failure: Failure }
  /** Another user changed the same fields: open the conflict dialog. */
  | { type: "conflict" }
  /** The user chose a value for one field in conflict. */
  | { type: "choose"; field: string; side: "remote" | "local"; now: number }
  /** The conflict dialog is closed; the next publish opens it again. */
  | { type: "postpone" };

export function initialState(document: StudioDocument): EditorState {
  return {
    phase: "loading",
    document,
    patch: NO_PATCH,
    editedAt: 0,
    follows: null,
    saving: "saved",
    failures: 0,
    isPublishing: false,
    isChoosing: false,
    foundAt: null,
  };
}

/** Returns the next state. Timers, calls and storage are in document-editor.ts. */
export function editorReducer(state: EditorState, action: EditorAction): EditorState {
  switch (action.type) {
    case "load":
      return applyLoad(state, action.document);
    case "restore":
      return applyRestore(state, action.draft);
    case "edit": {
      const { field, value, now } = action;
      return applyEdit(state, changeField(state.patch, bodyOf(state), field, value), now);
    }
    case "discard":
      return { ...applyEdit(state, NO_PATCH, action.now), foundAt: null, isChoosing: false };
    case "saveDraft":
      return { ...state, saving: "saving" };
    case "draftSaved": {
      const saving = state.patch === action.patch ? "saved" : "saving";
      return { ...state, saving, failures: 0, follows: action.follows };
    }
    case "draftFailed":
      return failed(state, action.failure);
    case "publish":
      return { ...state, isPublishing: true };
    case "published":
      return applyPublished(state, action.document, action.now);
    case "publishFailed":
      return { ...failed(state, action.failure), isPublishing: false };
    case "conflict":
      return { ...state, isPublishing: false, isChoosing: true };
    case "choose": {
      const { field, now } = action;
      const isLocal = action.side === "local";
      const remote = withoutFields(state.patch, [field]);
      return applyEdit(state, isLocal ? keepLocal(state.patch, bodyOf(state), field) : remote, now);
    }
    case "postpone":
      return { ...state, isChoosing: false };
  }
}

/** Returns the fields that the published document and the patch both changed. */
export function conflictsIn(state: EditorState): FieldConflict[] {
  return conflictsOf(state.patch, bodyOf(state));
}

export function draftOf({ patch, editedAt, follows, saving }: EditorState): Draft {
  return { ...patch, at: new Date(editedAt).toISOString(), follows, isSaved: saving === "saved" };
}

/** Returns the delay until the draft is saved; null when it is saved or needs a sign-in. */
export function saveDelayMs({ saving, failures }: EditorState): number | null {
  if (saving === "saved" || saving === "local") return null;
  if (saving === "saving") return SAVE_AFTER_MS;
  return RETRY_AFTER_MS[failures - 1] ?? LAST_RETRY_AFTER_MS;
}

/** A removed document has no body. */
function bodyOf({ document }: EditorState): DocumentBody {
  return document.body ?? {};
}

function applyLoad(state: EditorState, document: StudioDocument): EditorState {
  const phase = state.phase === "loading" ? "restoring" : state.phase;
  return { ...state, phase, document, patch: rebase(state.patch, document.body ?? {}) };
}

function applyEdit(state: EditorState, patch: Patch, now: number): EditorState {
  const editedAt = Math.max(now, state.editedAt + 1);
  return { ...state, patch, editedAt, saving: "saving", failures: 0 };
}

function applyRestore(state: EditorState, draft: Draft): EditorState {
  const patch = rebase(draft, bodyOf(state));
  const foundAt = state.phase === "ready" ? state.foundAt : draft.at;
  return {
    ...state,
    phase: "ready",
    patch,
    editedAt: Date.parse(draft.at),
    follows: draft.follows,
    saving: draft.isSaved ? "saved" : "saving",
    failures: 0,
    foundAt: isEmptyPatch(patch) ? null : foundAt,
  };
}

function failed(state: EditorState, failure: Failure): EditorState {
  const needsSession = failure === "signed-out" || failure === "refused";
  const saving = needsSession ? "local" : "waiting";
  return { ...state, saving, failures: state.failures + 1 };
}

/** Fields that changed while publishing are changes of the new version. */
function applyPublished(state: EditorState, document: StudioDocument, now: number): EditorState {
  const body = document.body ?? {};
  const { changes } = rebase(state.patch, body);
  const before = Object.fromEntries(Object.keys(changes).map((field) => [field, body[field]]));
  return {
    ...applyEdit(state, { changes, before }, now),
    document,
    isPublishing: false,
    isChoosing: false,
    foundAt: null,
  };
}
