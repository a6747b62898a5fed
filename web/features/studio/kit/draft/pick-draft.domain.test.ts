import { expect, it } from "vitest";
import { type Draft, NO_DRAFT, pickDraft } from "./pick-draft.domain.ts";

const patch = (changes: Record<string, unknown>) => ({ changes, before: {} });
const local = (follows: string | null, isSaved: boolean) => ({
  ...patch({ name: "device" }),
  at: "2026-11-22T10:32:00.000Z",
  follows,
  isSaved,
});
const saved = { patch: patch({ name: "other", phone: "1" }), savedAt: "2026-11-22T10:00:00Z" };
const goesOn = (found: Draft) => found.changes;

it("returns no draft without a copy", () => {
  expect(pickDraft(NO_DRAFT, null)).toEqual(NO_DRAFT);
});

it("continues a draft of another device", () => {
  expect(pickDraft(NO_DRAFT, saved)).toEqual({
    ...saved.patch,
    at: saved.savedAt,
    follows: saved.savedAt,
    isSaved: true,
  });
});

it("keeps unsaved changes of the device with their time", () => {
  expect(pickDraft(local(null, false), null)).toMatchObject({
    changes: { name: "device" },
    at: "2026-11-22T10:32:00.000Z",
    isSaved: false,
  });
  expect(goesOn(pickDraft(local(saved.savedAt, false), saved))).toEqual({ name: "device" });
});

it("merges later saves of another device, except for unsaved fields of this one", () => {
  expect(goesOn(pickDraft(local("2026-11-22T09:00:00Z", false), saved))).toEqual({
    name: "device",
    phone: "1",
  });
});

it("uses the database's copy of a saved draft and drops one that is gone there", () => {
  expect(goesOn(pickDraft(local("2026-11-22T09:00:00Z", true), saved))).toEqual(
    saved.patch.changes,
  );
  expect(goesOn(pickDraft(local(saved.savedAt, true), null))).toEqual({});
});

it("keeps the later of both times for a saved draft", () => {
  expect(pickDraft(local(saved.savedAt, true), saved).at).toBe("2026-11-22T10:32:00.000Z");
  const newer = { ...saved, savedAt: "2026-11-22T10:40:00Z" };
  expect(pickDraft(local(saved.savedAt, true), newer).at).toBe(newer.savedAt);
});
