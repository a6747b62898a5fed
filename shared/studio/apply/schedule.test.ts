import { describe, expect, test } from "vitest";
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

describe("the schedule over the file", () => {
  test("its fields override the file's, and calendars learn its version", () => {
    const weekly = [{ id: "friday", weekday: "friday", start: "18:00", durationMinutes: 60 }];
    const { ministry: applied, faults } = applySchedule(ministry, [documentOf({ weekly })]);
    expect(faults).toEqual([]);
    expect(applied.services).toEqual({ ...ministry.services, weekly, exceptions: [], revision: 7 });
  });

  test("without a document the file speaks", () => {
    expect(applySchedule(ministry, [])).toEqual({ ministry, faults: [] });
    const stranger = { ...documentOf({ timeZone: "Europe/London" }), id: "another" };
    expect(applySchedule(ministry, [stranger])).toEqual({ ministry, faults: [] });
  });

  test("the file speaks again after the first change was undone, and calendars hear of that too", () => {
    const exceptions = [{ serviceId: "thursday", date: "2026-11-26", kind: "cancelled" }];
    const cancelled = applySchedule(ministry, [documentOf({ exceptions })]).ministry.services;
    const undone = applySchedule(ministry, [{ ...documentOf(null), version: 8 }]).ministry.services;
    expect([cancelled.revision, undone.revision]).toEqual([7, 8]);
    expect(undone).toEqual({ ...ministry.services, exceptions: [], revision: 8 });
  });

  test("a change of a time that there is not is left out and named, the others count", () => {
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

  test.each([
    ["The hall is closed", { en: "The hall is closed", fr: "The hall is closed" }],
    [{ fr: "La salle est fermée" }, { fr: "La salle est fermée" }],
    [{}, {}],
  ])("a note %o is read by languages", (note, read) => {
    const { ministry: applied, faults } = applySchedule(ministry, [withNote(note)]);
    expect(faults).toEqual([]);
    expect(applied.services.exceptions?.map((exception) => exception.note)).toEqual([read]);
  });

  test.each<[string, unknown]>([
    ["of a language that nobody knows", { de: "Zu" }],
    ["that is empty", { en: "" }],
    ["longer than 200 characters", { fr: "x".repeat(201) }],
    ["that is a list", ["The hall is closed"]],
    ["that is nothing", null],
    ["with a text that is none", { en: { fr: "x" } }],
  ])("a note %s: the file speaks, and the fault is named", (_name, note) => {
    const { ministry: applied, faults } = applySchedule(ministry, [withNote(note)]);
    expect(applied.services.exceptions).toEqual([]);
    expect(faults).toHaveLength(1);
  });

  test.each<[string, DocumentBody]>([
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
  ])("%s: the file speaks, and the fault is named", (_name, body) => {
    const { ministry: applied, faults } = applySchedule(ministry, [documentOf(body)]);
    expect(applied.services).toEqual({ ...ministry.services, exceptions: [], revision: 7 });
    expect(faults).toHaveLength(1);
  });
});
