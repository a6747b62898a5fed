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

it("nothing is there", () => {
  expect(pickDraft(NO_DRAFT, null)).toEqual(NO_DRAFT);
});

it("a draft of another device goes on here", () => {
  expect(pickDraft(NO_DRAFT, saved)).toEqual({
    ...saved.patch,
    at: saved.savedAt,
    follows: saved.savedAt,
    isSaved: true,
  });
});

it("what the device could not save stays, with its time", () => {
  expect(pickDraft(local(null, false), null)).toMatchObject({
    changes: { name: "device" },
    at: "2026-11-22T10:32:00.000Z",
    isSaved: false,
  });
  expect(goesOn(pickDraft(local(saved.savedAt, false), saved))).toEqual({ name: "device" });
});

it("what another device saved since comes in, but for what was typed here", () => {
  expect(goesOn(pickDraft(local("2026-11-22T09:00:00Z", false), saved))).toEqual({
    name: "device",
    phone: "1",
  });
});

it("a draft that was saved is the database's; one that is gone there was published or discarded", () => {
  expect(goesOn(pickDraft(local("2026-11-22T09:00:00Z", true), saved))).toEqual(
    saved.patch.changes,
  );
  expect(goesOn(pickDraft(local(saved.savedAt, true), null))).toEqual({});
});

it("what the device holds saved keeps the later of the two instants", () => {
  expect(pickDraft(local(saved.savedAt, true), saved).at).toBe("2026-11-22T10:32:00.000Z");
  const newer = { ...saved, savedAt: "2026-11-22T10:40:00Z" };
  expect(pickDraft(local(saved.savedAt, true), newer).at).toBe(newer.savedAt);
});
