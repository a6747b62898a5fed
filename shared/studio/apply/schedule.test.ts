import { describe, expect, it } from "vitest";
import type { DocumentBody, StudioDocument } from "#shared/studio/documents.ts";
import { testMinistry } from "#tests/support/ministry-fixture.ts";
import { applySchedule } from "./apply-documents.ts";

const ministry = testMinistry();

function documentOf(body: DocumentBody | null): StudioDocument {
  return { kind: "schedule", id: "schedule", body, version: 7, updatedAt: null, updatedBy: null };
}

function withNote(note: unknown): StudioDocument {
  const serviceId = ministry.services.weekly[0]?.id;
  return documentOf({
    exceptions: [{ serviceId, date: "2026-11-26", kind: "cancelled", note }],
  });
}

describe("applySchedule", () => {
  it("overrides the file's fields and sets the document's version for calendars", () => {
    const weekly = [{ id: "friday", weekday: "friday", start: "18:00", durationMinutes: 60 }];
    const { ministry: applied, faults } = applySchedule(ministry, [documentOf({ weekly })]);
    expect(faults).toEqual([]);
    expect(applied.services).toEqual({ ...ministry.services, weekly, exceptions: [], revision: 7 });
  });

  it("uses the file without a document", () => {
    expect(applySchedule(ministry, [])).toEqual({ ministry, faults: [] });
    const stranger = { ...documentOf({ timeZone: "Europe/London" }), id: "another" };
    expect(applySchedule(ministry, [stranger])).toEqual({ ministry, faults: [] });
  });

  it("uses the file after an undo, with a new version for calendars", () => {
    const exceptions = [{ serviceId: "thursday", date: "2026-11-26", kind: "cancelled" }];
    const cancelled = applySchedule(ministry, [documentOf({ exceptions })]).ministry.services;
    const undone = applySchedule(ministry, [{ ...documentOf(null), version: 8 }]).ministry.services;
    expect([cancelled.revision, undone.revision]).toEqual([7, 8]);
    expect(undone).toEqual({ ...ministry.services, exceptions: [], revision: 8 });
  });

  it("skips and reports an exception without an occurrence, and applies the others", () => {
    const [service] = ministry.services.weekly;
    const good = { serviceId: service?.id, date: "2026-11-26", kind: "cancelled" };
    const stray = { ...good, date: "2026-11-27" };
    const { ministry: applied, faults } = applySchedule(ministry, [
      documentOf({ exceptions: [good, stray] }),
    ]);
    expect(applied.services.exceptions).toEqual([good]);
    expect(faults).toEqual([
      {
        kind: "schedule",
        id: "schedule",
        message: `there is no service "${service?.id}" on 2026-11-27`,
      },
    ]);
  });

  it.each([
    ["The hall is closed", { en: "The hall is closed", fr: "The hall is closed" }],
    [{ fr: "La salle est fermée" }, { fr: "La salle est fermée" }],
    [{}, {}],
  ])("reads the note %o per language", (note, read) => {
    const { ministry: applied, faults } = applySchedule(ministry, [withNote(note)]);
    expect(faults).toEqual([]);
    expect(applied.services.exceptions?.map((exception) => exception.note)).toEqual([read]);
  });

  it.each<[string, unknown]>([
    ["of a language that nobody knows", { de: "Zu" }],
    ["that is empty", { en: "" }],
    ["longer than 200 characters", { fr: "x".repeat(201) }],
    ["that is a list", ["The hall is closed"]],
    ["that is nothing", null],
    ["with a text that is none", { en: { fr: "x" } }],
  ])("uses the file and reports the fault for a note %s", (_name, note) => {
    const { ministry: applied, faults } = applySchedule(ministry, [withNote(note)]);
    expect(applied.services.exceptions).toEqual([]);
    expect(faults).toHaveLength(1);
  });

  it.each<[string, DocumentBody]>([
    [
      "a time that is none",
      { weekly: [{ id: "x", weekday: "monday", start: "25:00", durationMinutes: 60 }] },
    ],
    ["no service at all", { weekly: [] }],
    ["a zone that nobody knows", { timeZone: "Europe/Atlantis" }],
    [
      "two services of one id",
      { weekly: [ministry.services.weekly[0], ministry.services.weekly[0]] },
    ],
    ["a field that nobody knows", { __proto__: null, script: "<script>" }],
    ["a text of a million characters", { others: [{ title: "x".repeat(1_000_000) }] }],
  ])("uses the file and reports the fault for %s", (_name, body) => {
    const { ministry: applied, faults } = applySchedule(ministry, [documentOf(body)]);
    expect(applied.services).toEqual({ ...ministry.services, exceptions: [], revision: 7 });
    expect(faults).toHaveLength(1);
  });
});
