import { describe, expect, it } from "vitest";
import { emptyDocument } from "#web/features/studio/kit/documents.data.ts";
import {
  conflictsIn,
  draftOf,
  type EditorAction,
  editorReducer,
  type EditorState,
  initialState,
  saveDelayMs,
} from "./editor-state.domain.ts";
import { type Draft, NO_DRAFT } from "./pick-draft.domain.ts";

const NOW = Date.parse("2026-11-22T10:00:00.000Z");
const AT = new Date(NOW).toISOString();
const document = (version: number, body: Record<string, unknown>) => ({
  ...emptyDocument("ministry", "ministry"),
  version,
  body,
});
const draft = (changes: Record<string, unknown>, rest: Partial<Draft> = {}): Draft => ({
  changes,
  before: { name: "Old" },
  at: AT,
  follows: null,
  isSaved: false,
  ...rest,
});

const after = (state: EditorState, ...actions: EditorAction[]) =>
  actions.reduce(editorReducer, state);
const loaded = after(initialState(emptyDocument("ministry", "ministry")), {
  type: "load",
  document: document(1, { name: "Old" }),
});
const ready = after(loaded, { type: "restore", draft: NO_DRAFT });
const edit = (value: unknown, field = "name", now = NOW): EditorAction => ({
  type: "edit",
  field,
  value,
  now,
});
const typed = after(ready, edit("Mine"));

describe("opening", () => {
  it("loads the document, then the draft, then allows edits", () => {
    expect(initialState(emptyDocument("ministry", "ministry")).phase).toBe("loading");
    expect(loaded.phase).toBe("restoring");
    expect(ready).toMatchObject({ phase: "ready", saving: "saved", foundAt: null });
  });

  it("continues the draft that is found and tells its time", () => {
    const found = after(loaded, { type: "restore", draft: draft({ name: "Found" }) });
    expect(found.patch).toEqual({ changes: { name: "Found" }, before: { name: "Old" } });
    expect(found).toMatchObject({ saving: "saving", foundAt: AT, editedAt: NOW });
    const saved = draft({ name: "Found" }, { isSaved: true, follows: "t1" });
    expect(after(loaded, { type: "restore", draft: saved })).toMatchObject({
      saving: "saved",
      follows: "t1",
    });
  });

  it("drops changes that others have published with the same value", () => {
    const found = after(loaded, { type: "restore", draft: draft({ name: "Old" }) });
    expect(found).toMatchObject({ patch: { changes: {} }, foundAt: null });
  });
});

describe("typing", () => {
  it("makes a change that must be saved", () => {
    expect(typed).toMatchObject({
      patch: { changes: { name: "Mine" }, before: { name: "Old" } },
      editedAt: NOW,
      saving: "saving",
    });
    expect(saveDelayMs(typed)).toBe(2_000);
    expect(after(typed, edit("Old")).patch.changes).toEqual({});
  });

  it("gets a later time than before, even when the clock is set back", () => {
    expect(after(typed, edit("Later", "name", NOW - 60_000)).editedAt).toBe(NOW + 1);
  });

  it("survives a new version of the document", () => {
    const next = after(typed, { type: "load", document: document(2, { name: "Old", phone: "1" }) });
    expect(next.patch).toEqual(typed.patch);
    expect(next.document.version).toBe(2);
  });

  it("is removed by a discard and returned by a restore", () => {
    const gone = after(typed, { type: "discard", now: NOW + 5 });
    expect(gone).toMatchObject({ patch: { changes: {} }, saving: "saving", editedAt: NOW + 5 });
    const back = after(gone, { type: "restore", draft: draft(typed.patch.changes) });
    expect(back).toMatchObject({ patch: typed.patch, saving: "saving", foundAt: null });
  });

  it("in another tab replaces the draft completely", () => {
    const other = draft({ name: "Mine", phone: "2" }, { at: new Date(NOW + 9).toISOString() });
    expect(after(typed, { type: "restore", draft: other })).toMatchObject({
      patch: { changes: { name: "Mine", phone: "2" } },
      editedAt: NOW + 9,
      foundAt: null,
    });
  });
});

describe("saving a draft", () => {
  const saving = after(typed, { type: "saveDraft" });

  it("ends as saved when nothing was typed since", () => {
    const saved = after(saving, { type: "draftSaved", patch: saving.patch, follows: "t1" });
    expect(saved).toMatchObject({ saving: "saved", follows: "t1" });
    expect(saveDelayMs(saved)).toBeNull();
    expect(draftOf(saved)).toEqual({ ...typed.patch, at: AT, follows: "t1", isSaved: true });
  });

  it("must be repeated when something was typed since", () => {
    const more = after(saving, edit("More"), {
      type: "draftSaved",
      patch: saving.patch,
      follows: "t1",
    });
    expect(more).toMatchObject({ saving: "saving", follows: "t1" });
    expect(draftOf(more)).toMatchObject({ changes: { name: "More" }, isSaved: false });
  });

  it("waits longer after each failure and starts over after a change", () => {
    let state = saving;
    const delays = [1, 2, 3, 4, 5].map(() => {
      state = after(state, { type: "draftFailed", failure: "offline" });
      return saveDelayMs(state);
    });
    expect(state.saving).toBe("waiting");
    expect(delays).toEqual([2_000, 5_000, 10_000, 30_000, 30_000]);
    expect(saveDelayMs(after(state, edit("More")))).toBe(2_000);
  });

  it.each(["signed-out", "refused"] as const)("waits for a sign-in when %s", (failure) => {
    const local = after(saving, { type: "draftFailed", failure });
    expect(local.saving).toBe("local");
    expect(saveDelayMs(local)).toBeNull();
  });
});

describe("publishing", () => {
  const publishing = after(typed, { type: "publish" });
  const published: EditorAction = {
    type: "published",
    document: document(2, { name: "Mine" }),
    now: NOW + 5,
  };

  it("leaves nothing to publish; the next save deletes the saved draft", () => {
    expect(publishing.isPublishing).toBe(true);
    expect(after(publishing, published)).toMatchObject({
      document: { version: 2 },
      patch: { changes: {}, before: {} },
      isPublishing: false,
      saving: "saving",
    });
  });

  it("keeps later edits as changes of the new version", () => {
    const next = after(publishing, edit("Later"), edit("1", "phone"), published);
    expect(next.patch).toEqual({
      changes: { name: "Later", phone: "1" },
      before: { name: "Mine", phone: undefined },
    });
    expect(conflictsIn(next)).toEqual([]);
  });

  it("keeps all changes and saves the draft when it fails", () => {
    const failed = after(publishing, { type: "publishFailed", failure: "offline" });
    expect(failed).toMatchObject({ patch: typed.patch, isPublishing: false, saving: "waiting" });
  });
});

describe("a conflict", () => {
  const conflict = after(
    typed,
    { type: "publish" },
    { type: "load", document: document(2, { name: "Theirs" }) },
    { type: "conflict" },
  );
  const choose = (side: "local" | "remote"): EditorAction => ({
    type: "choose",
    field: "name",
    side,
    now: NOW + 5,
  });

  it("asks to choose between both values", () => {
    expect(conflict).toMatchObject({ isChoosing: true, isPublishing: false });
    expect(conflictsIn(conflict)).toEqual([{ field: "name", remote: "Theirs", local: "Mine" }]);
  });

  it("ends with the local or the remote value", () => {
    const local = after(conflict, choose("local"));
    expect(conflictsIn(local)).toEqual([]);
    expect(local.patch.changes).toEqual({ name: "Mine" });
    const remote = after(conflict, choose("remote"));
    expect(conflictsIn(remote)).toEqual([]);
    expect(remote.patch.changes).toEqual({});
  });

  it("can be postponed without losing the text", () => {
    const later = after(conflict, { type: "postpone" });
    expect(later).toMatchObject({ isChoosing: false, patch: typed.patch });
  });
});
