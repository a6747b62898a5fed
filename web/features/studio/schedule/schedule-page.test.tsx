import { screen, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { scheduleMessages } from "#shared/messages/studio/schedule.ts";
import { kitMessages } from "#shared/messages/studio/kit.ts";
import { createFakeServer, json } from "#tests/support/fake-server.ts";
import { InStudio } from "#tests/support/studio-wrapper.tsx";
import { signInMember } from "#tests/support/member-session.ts";
import { testMinistry } from "#tests/support/ministry-fixture.ts";
import { renderView } from "#tests/support/render-view.tsx";
import { serveStudio } from "#tests/support/studio-server.ts";
import { SchedulePage } from "./schedule-page.tsx";

const { en } = scheduleMessages;
const kit = kitMessages.en;
/** A Monday: services are on Thursday at 16:00 and on Sunday at 10:00 in Paris. */
const NOW = new Date("2026-11-23T12:00:00Z");

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: NOW });
});

async function open(body?: Readonly<Record<string, unknown>>, at = "/studio/schedule") {
  const server = createFakeServer();
  await signInMember(server);
  const studio = serveStudio(server, { documents: body ? { "schedule/schedule": body } : {} });
  const { channels: _, ...file } = testMinistry();
  server.answer("GET /api/studio/file", () => json(file));
  const { user } = renderView(
    <InStudio>
      <SchedulePage />
    </InStudio>,
    { server, at },
  );
  await screen.findByRole("heading", { name: en.services });
  return {
    user,
    server,
    exceptions: () => studio.bodyOf("schedule", "schedule")?.["exceptions"],
    studio,
  };
}

const dialog = () => within(screen.getByRole("dialog"));
const noteBox = (language: string): HTMLInputElement =>
  dialog().getByLabelText(kit.field.inLanguage(en.dialog.note, language));
/** Returns the button that changes the first service. */
function firstChange(): HTMLElement {
  const [first] = screen.getAllByRole("button", { name: /^Cancel or move:/ });
  if (first === undefined) throw new Error("No service is coming");
  return first;
}

describe("one occurrence", () => {
  it("is cancelled with a note in two taps and restored in one", async () => {
    const { user, exceptions } = await open();
    expect(firstChange().getAttribute("aria-label")).toMatch(/: Thursday, November 26 at 4:00 PM/);
    await user.click(firstChange());
    await user.type(noteBox("English"), "The hall is closed");
    await user.type(noteBox("Français"), "La salle est fermée");
    await user.click(dialog().getByRole("button", { name: en.dialog.cancel }));
    await screen.findByText(en.done.cancelled);
    const note = { en: "The hall is closed", fr: "La salle est fermée" };
    expect(exceptions()).toEqual([
      { serviceId: "thursday", date: "2026-11-26", kind: "cancelled", note },
    ]);
    expect(firstChange().getAttribute("aria-label")).toMatch(/Sunday/);

    await user.click(screen.getByRole("button", { name: /^Restore/ }));
    await screen.findByText(en.done.asPlanned);
    expect(exceptions()).toEqual([]);
  });

  it("has a note in one language and shows a note that is too long at its box", async () => {
    const { user, exceptions } = await open();
    await user.click(firstChange());
    await user.type(noteBox("English"), "   ");
    await user.click(noteBox("Français"));
    await user.paste("é".repeat(201));
    await user.click(dialog().getByRole("button", { name: en.dialog.cancel }));
    expect(dialog().getAllByText(en.dialog.noteTooLong)).toHaveLength(1);
    expect(noteBox("Français").getAttribute("aria-invalid")).toBe("true");
    expect(noteBox("Français").value).toBe("é".repeat(201));
    expect(exceptions()).toBeUndefined();

    await user.clear(noteBox("Français"));
    await user.type(noteBox("Français"), " La salle est fermée ");
    await user.click(dialog().getByRole("button", { name: en.dialog.cancel }));
    await screen.findByText(en.done.cancelled);
    expect(exceptions()).toMatchObject([{ note: { fr: "La salle est fermée" } }]);
    expect(exceptions()).not.toMatchObject([{ note: { en: expect.anything() } }]);
  });

  it("is moved to another time of the ministry's zone, but not to the same one", async () => {
    const { user, exceptions } = await open();
    await user.click(firstChange());
    await user.click(dialog().getByRole("button", { name: en.dialog.move }));
    expect(dialog().getByText(en.dialog.sameTime)).toBeDefined();
    await user.clear(dialog().getByLabelText(en.dialog.newStart));
    await user.click(dialog().getByRole("button", { name: en.dialog.move }));
    expect(dialog().getByText(en.dialog.wrongTime)).toBeDefined();
    await user.type(dialog().getByLabelText(en.dialog.newStart), "18:30");
    await user.click(dialog().getByRole("button", { name: en.dialog.move }));
    await screen.findByText(en.done.moved);
    expect(exceptions()).toEqual([
      {
        serviceId: "thursday",
        date: "2026-11-26",
        kind: "moved",
        newDate: "2026-11-26",
        newStart: "18:30",
      },
    ]);
    expect(screen.getByText(/^Moved: Thursday/)).toBeDefined();
  });

  it("of the URL opens at once", async () => {
    await open(undefined, "/studio/schedule?service=sunday&date=2026-11-29");
    expect(dialog().getByRole("button", { name: en.dialog.cancel })).toBeDefined();
  });

  it("of the URL that no longer exists is reported", async () => {
    await open(undefined, "/studio/schedule?service=sunday&date=2026-11-28");
    expect(dialog().getByText(en.dialog.gone)).toBeDefined();
  });

  it("drops an old exception with the next one", async () => {
    const old = { serviceId: "thursday", date: "2026-09-10", kind: "cancelled" };
    const { user, exceptions } = await open({ exceptions: [old] });
    await user.click(firstChange());
    await user.click(dialog().getByRole("button", { name: en.dialog.cancel }));
    await screen.findByText(en.done.cancelled);
    expect(exceptions()).toEqual([
      { serviceId: "thursday", date: "2026-11-26", kind: "cancelled" },
    ]);
  });
});

describe("the rules", () => {
  it("adds a monthly service and shows five cities before publishing", async () => {
    const { user, server, studio } = await open();
    await user.click(screen.getByRole("button", { name: en.kinds.months }));
    const table = screen.getByRole("table");
    expect(within(table).getAllByText(en.newService).length).toBeGreaterThan(0);
    expect(studio.bodyOf("schedule", "schedule")).toBeNull();
    const name = screen.getByDisplayValue(en.newService);
    await user.clear(name);
    await user.type(name, "Night of prayer");
    const renamed = within(screen.getByRole("table")).getAllByText("Night of prayer");
    expect(renamed.length).toBeGreaterThan(0);
    await user.click(screen.getByRole("button", { name: kit.save.publish }));
    await screen.findByText(kit.save.published);
    const [published] = server.to("POST /rest/v1/rpc/studio_publish");
    expect(published?.body).toMatchObject({ p_summary: en.summary("Night of prayer") });
    expect(studio.bodyOf("schedule", "schedule")?.["others"]).toMatchObject([
      {
        id: "service",
        // Pages of the other language show this name, not a placeholder.
        title: { en: "Night of prayer", fr: "" },
        rule: { kind: "months", weekday: "monday", which: 1, every: 1 },
      },
    ]);
  });

  it("adds a service while the zone is incomplete", async () => {
    const { user } = await open();
    const zone = screen.getByLabelText<HTMLInputElement>(en.zone);
    await user.clear(zone);
    await user.type(zone, "Africa/Har");
    const before = screen.getAllByLabelText(en.minutes).length;
    await user.click(screen.getByRole("button", { name: en.kinds.weekly }));
    expect(screen.getAllByLabelText(en.minutes)).toHaveLength(before + 1);
    expect(zone.value).toBe("Africa/Har");
  });

  it("shows an invalid length at its field and keeps the input", async () => {
    const { user, studio } = await open();
    const [minutes] = screen.getAllByLabelText<HTMLInputElement>(en.minutes);
    if (minutes === undefined) throw new Error("There is no field");
    await user.clear(minutes);
    await user.type(minutes, "2");
    expect(screen.getByText(en.previewWrong)).toBeDefined();
    await user.click(screen.getByRole("button", { name: kit.save.publish }));
    expect(await screen.findByText(kit.faults.tooLow(5))).toBeDefined();
    expect(document.activeElement).toBe(minutes);
    expect(Number(minutes.value)).toBe(2);
    expect(studio.bodyOf("schedule", "schedule")).toBeNull();
  });

  it("drops the exception of a service that moves to another day and restores it with the day", async () => {
    const cancelled = { serviceId: "thursday", date: "2026-11-26", kind: "cancelled" };
    const { user, exceptions } = await open({ exceptions: [cancelled] });
    const [weekday] = screen.getAllByLabelText(en.weekday);
    if (weekday === undefined) throw new Error("There is no field");
    await user.selectOptions(weekday, "friday");
    await user.selectOptions(weekday, "thursday");
    expect(screen.queryByRole("button", { name: kit.save.publish })).toBeNull();
    await user.selectOptions(weekday, "friday");
    expect(screen.queryByText(en.previewWrong)).toBeNull();
    await user.click(screen.getByRole("button", { name: kit.save.publish }));
    await screen.findByText(kit.save.published);
    expect(exceptions()).toEqual([]);
  });

  it("shows the values of the file when the stored schedule is unreadable", async () => {
    await open({ timeZone: "Europe/Atlantis", exceptions: "<script>" });
    expect(firstChange().getAttribute("aria-label")).toMatch(/Thursday/);
  });

  it("adds a special day in one tap", async () => {
    const { user } = await open();
    await user.click(screen.getByRole("button", { name: en.feasts.easter }));
    expect(screen.getByRole("group", { name: en.serviceOf("Easter") })).toBeDefined();
  });
});
