import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import * as v from "valibot";
import { LANGUAGES } from "#shared/languages.ts";
import { profileMessages } from "#shared/messages/account/profile.ts";
import { kitMessages } from "#shared/messages/studio/kit.ts";
import { createFakeServer, json, onHold, unreachable } from "#tests/support/fake-server.ts";
import { MEMBER, sessionOf } from "#tests/support/member.ts";
import { InStudio, STUDIO_TOOLS } from "#tests/support/studio-wrapper.tsx";
import { signInMember } from "#tests/support/member-session.ts";
import { renderView } from "#tests/support/render-view.tsx";
import { serveStudio } from "#tests/support/studio-server.ts";
import { descriptionOf, fill, textOf } from "#tests/support/view-actions.ts";
import { openSession } from "#web/lib/session/session.ts";
import { EditorFrame } from "./editor-frame.tsx";
import { EditorLocalText, EditorSwitch, EditorText } from "./fields/editor-fields.tsx";
import { StudioGate } from "./gate/studio-gate.tsx";
import { useDocument } from "./use-document.ts";

const { en } = kitMessages;
const PUBLISH = "POST /rest/v1/rpc/studio_publish";
const DRAFT = "POST /rest/v1/studio_drafts";

const schema = v.strictObject({
  name: v.pipe(v.string(), v.minLength(1), v.maxLength(20)),
  phone: v.optional(v.pipe(v.string(), v.maxLength(20))),
  tagline: v.optional(
    v.strictObject(
      v.entriesFromList(LANGUAGES, v.pipe(v.string(), v.minLength(1), v.maxLength(40))),
    ),
  ),
  isOpen: v.optional(v.boolean()),
});
const DEFAULTS: v.InferOutput<typeof schema> = {
  name: "Reign TV",
  tagline: { en: "Watch", fr: "Voir" },
};

function Page() {
  const editor = useDocument({ kind: "ministry", id: "ministry", schema, seed: DEFAULTS });
  return (
    <EditorFrame editor={editor} title="Ministry">
      <EditorText editor={editor} field="name" label="Name" />
      <EditorText editor={editor} field="phone" label="Phone" />
      <EditorLocalText editor={editor} field="tagline" label="Tagline" />
      <EditorSwitch editor={editor} field="isOpen" label="Open" />
    </EditorFrame>
  );
}

async function openEditor(options: Parameters<typeof serveStudio>[1] = {}) {
  const server = createFakeServer();
  await signInMember(server);
  const studio = serveStudio(server, options);
  const view = renderView(
    <InStudio>
      <Page />
    </InStudio>,
    { server },
  );
  await screen.findByLabelText("Name");
  const press = (name: string) => view.user.click(screen.getByRole("button", { name }));
  return { ...view, studio, press };
}

/** With fake timers the pauses of user-event would never end. */
const type = (label: string, value: string) =>
  fireEvent.change(field(label), { target: { value } });
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);

describe("an edit", () => {
  it("is saved as a draft two seconds after the last key and published by one button", async () => {
    const { server, studio, press } = await openEditor();
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    expect(screen.queryByRole("button", { name: en.save.publish })).toBeNull();
    type("Name", "Reign");
    await act(() => vi.advanceTimersByTimeAsync(1_900));
    expect(server.to(DRAFT)).toEqual([]);
    await act(() => vi.advanceTimersByTimeAsync(200));
    vi.useRealTimers();
    expect(await screen.findByText(en.save.state.saved)).toBeDefined();
    expect(studio.draftOf("ministry", "ministry")).toEqual({
      changes: { name: "Reign" },
      before: {},
    });
    await press(en.save.publish);
    expect(await screen.findByText(en.save.published)).toBeDefined();
    expect(studio.bodyOf("ministry", "ministry")).toEqual({ name: "Reign" });
    expect(screen.queryByRole("button", { name: en.save.publish })).toBeNull();
    await waitFor(() => expect(studio.draftOf("ministry", "ministry")).toBeNull());
    expect(localStorage.getItem(`studioDraft_${MEMBER.id}_ministry_ministry`)).toBeNull();
  });

  it("counts as no change when the value is as before", async () => {
    const { user } = await openEditor();
    await fill(user, field("Name"), "Reign");
    await fill(user, field("Name"), "Reign TV");
    expect(screen.queryByRole("button", { name: en.save.publish })).toBeNull();
  });

  it("goes back to the file's value, which the page shows", async () => {
    const { press, studio } = await openEditor({
      documents: { "ministry/ministry": { name: "Here" } },
    });
    expect(screen.getByText(/Last edited by Ann, Nov 22, 2026/)).toBeDefined();
    await press(en.field.backToFile);
    expect(field("Name").value).toBe("Reign TV");
    await press(en.save.publish);
    await screen.findByText(en.save.published);
    expect(studio.bodyOf("ministry", "ministry")).toEqual({});
  });

  it("does not break on an invalid stored value", async () => {
    await openEditor({ documents: { "ministry/ministry": { name: { evil: 1 }, stranger: [] } } });
    expect(field("Name").value).toBe("Reign TV");
  });

  it("loses invisible characters", async () => {
    const { user, press, studio } = await openEditor();
    await fill(user, field("Phone"), "+263\u202E 4\u0007");
    await press(en.save.publish);
    await screen.findByText(en.save.published);
    expect(studio.bodyOf("ministry", "ministry")).toEqual({ phone: "+263 4" });
  });
});

describe("an invalid value", () => {
  it("is named at its field, which gets the focus, and nothing is sent", async () => {
    const { user, server, press } = await openEditor();
    await fill(user, field("Tagline (Français)"), "");
    await fill(user, field("Name"), "N".repeat(21));
    await press(en.save.publish);
    expect(textOf(await screen.findByRole("alert"))).toContain(en.save.check(2));
    expect(descriptionOf(field("Name"))).toContain(en.faults.tooLong(20));
    expect(descriptionOf(field("Tagline (Français)"))).toContain(en.faults.missing);
    expect(document.activeElement).toBe(field("Name"));
    expect(server.to(PUBLISH)).toEqual([]);
    await fill(user, field("Name"), "Reign");
    expect(field("Name").getAttribute("aria-invalid")).toBe("false");
  });
});

describe("two users", () => {
  it("both keep their changes of different fields, in either order", async () => {
    const { user, studio, press } = await openEditor();
    await fill(user, field("Name"), "Mine");
    studio.publish("ministry", "ministry", { phone: "1" });
    await press(en.save.publish);
    await screen.findByText(en.save.published);
    expect(studio.bodyOf("ministry", "ministry")).toEqual({ name: "Mine", phone: "1" });
    expect(field("Phone").value).toBe("1");
  });

  it.each([
    ["keepMine", "Mine"],
    ["takeTheirs", "Theirs"],
  ] as const)("resolve a conflict of the same field: %s", async (choice, stays) => {
    const { user, studio, press } = await openEditor();
    await fill(user, field("Name"), "Mine");
    await fill(user, field("Phone"), "2");
    studio.publish("ministry", "ministry", { name: "Theirs" });
    await press(en.save.publish);
    const dialog = await screen.findByRole("dialog", { name: en.conflict.title });
    const conflict = within(dialog).getByRole("region", { name: "Name" });
    expect(textOf(conflict)).toContain("Theirs");
    expect(textOf(conflict)).toContain("Mine");
    expect(within(dialog).queryByRole("region", { name: "Phone" })).toBeNull();
    expect(studio.bodyOf("ministry", "ministry")).toEqual({ name: "Theirs" });
    await press(en.conflict[choice]);
    await press(en.conflict.publish);
    await screen.findByText(en.save.published);
    expect(studio.bodyOf("ministry", "ministry")).toEqual({ name: stays, phone: "2" });
  });

  it("publish nothing when all remote values are accepted", async () => {
    const { user, studio, press } = await openEditor();
    await fill(user, field("Name"), "Mine");
    studio.publish("ministry", "ministry", { name: "Theirs" });
    await press(en.save.publish);
    await screen.findByRole("dialog", { name: en.conflict.title });
    await press(en.conflict.takeTheirs);
    await press(en.conflict.publish);
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(studio.bodyOf("ministry", "ministry")).toEqual({ name: "Theirs" });
  });

  it("may postpone the choice without losing text", async () => {
    const { user, studio, press } = await openEditor();
    await fill(user, field("Name"), "Mine");
    studio.publish("ministry", "ministry", { name: "Theirs" });
    await press(en.save.publish);
    const dialog = await screen.findByRole("dialog", { name: en.conflict.title });
    await user.click(
      within(dialog).getAllByRole("button", { name: en.conflict.later })[0] ?? dialog,
    );
    expect(field("Name").value).toBe("Mine");
    expect(studio.bodyOf("ministry", "ministry")).toEqual({ name: "Theirs" });
  });
});

describe("an editor without a network", () => {
  it("says so, keeps the text and saves it when the network is back", async () => {
    const { server } = await openEditor();
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    server.answer(DRAFT, unreachable);
    type("Name", "Mine");
    await act(() => vi.advanceTimersByTimeAsync(2_000));
    vi.useRealTimers();
    expect(await screen.findByText(en.save.state.waiting)).toBeDefined();
    const studio = serveStudio(server);
    act(() => void window.dispatchEvent(new Event("online")));
    expect(await screen.findByText(en.save.state.saved)).toBeDefined();
    expect(studio.draftOf("ministry", "ministry")).toMatchObject({ changes: { name: "Mine" } });
  });

  it("says that publishing changed nothing", async () => {
    const { user, server, press } = await openEditor();
    server.answer(PUBLISH, unreachable);
    await fill(user, field("Name"), "Mine");
    await press(en.save.publish);
    expect(textOf(await screen.findByRole("alert"))).toContain(en.act.failure.offline);
    expect(field("Name").value).toBe("Mine");
  });

  it("restores the text of a closed tab, with its time", async () => {
    const { user, server, unmount } = await openEditor();
    server.answer(DRAFT, unreachable);
    await fill(user, field("Name"), "Mine");
    unmount();
    renderView(
      <InStudio>
        <Page />
      </InStudio>,
      { server },
    );
    expect((await screen.findByLabelText<HTMLInputElement>("Name")).value).toBe("Mine");
    const found = screen.getAllByRole("status").map(textOf).join(" ");
    expect(found).toMatch(/You have unpublished changes from/);
  });
});

describe("two tabs with one document", () => {
  const KEY = `studioDraft_${MEMBER.id}_ministry_ministry`;

  /** Stores a draft as the other tab does. */
  function storeInOtherTab(changes: Record<string, unknown>, at: Date, isSaved = false): void {
    const draft = { changes, before: {}, at: at.toISOString(), follows: null, isSaved };
    localStorage.setItem(KEY, JSON.stringify(draft));
    act(() => void window.dispatchEvent(new Event("storage")));
  }
  const typedThere = (changes: Record<string, unknown>) =>
    storeInOtherTab(changes, new Date(Date.now() + 1_000));

  it("show and publish edits of both", async () => {
    const { user, studio, press } = await openEditor();
    await fill(user, field("Name"), "Typed here");
    typedThere({ name: "Typed here", phone: "1" });
    expect(field("Phone").value).toBe("1");
    await fill(user, field("Tagline (English)"), "Look");
    expect(localStorage.getItem(KEY)).toContain('"phone":"1"');
    await press(en.save.publish);
    await screen.findByText(en.save.published);
    expect(studio.bodyOf("ministry", "ministry")).toMatchObject({ name: "Typed here", phone: "1" });
  });

  it("use the newest text in any order of events", async () => {
    await openEditor();
    type("Name", "Typed here");
    storeInOtherTab({ name: "Typed" }, new Date(Date.now() - 1_000));
    expect(field("Name").value).toBe("Typed here");
  });

  it("save a text once: the other tab learns that it is saved", async () => {
    const { server } = await openEditor();
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const at = new Date(Date.now() + 1_000);
    storeInOtherTab({ name: "Typed there" }, at);
    await act(() => vi.advanceTimersByTimeAsync(5_000));
    storeInOtherTab({ name: "Typed there" }, at, true);
    await act(() => vi.advanceTimersByTimeAsync(60_000));
    vi.useRealTimers();
    expect(screen.getByText(en.save.state.saved)).toBeDefined();
    expect(server.to(DRAFT)).toEqual([]);
  });

  it("save the text of a tab that was closed before it could", async () => {
    const { studio } = await openEditor();
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    typedThere({ name: "Typed there" });
    await act(() => vi.advanceTimersByTimeAsync(10_000));
    vi.useRealTimers();
    await screen.findByText(en.save.state.saved);
    expect(studio.draftOf("ministry", "ministry")).toMatchObject({
      changes: { name: "Typed there" },
    });
  });

  it("do not lose a text when the other copy is gone", async () => {
    await openEditor();
    type("Name", "Typed here");
    localStorage.removeItem(KEY);
    act(() => void window.dispatchEvent(new Event("storage")));
    expect(field("Name").value).toBe("Typed here");
  });

  it("show a publication of the other tab, without changes left", async () => {
    const { studio } = await openEditor();
    type("Name", "Published there");
    studio.publish("ministry", "ministry", { name: "Published there" });
    typedThere({});
    await waitFor(() => expect(field("Name").value).toBe("Published there"));
    expect(screen.queryByRole("button", { name: en.save.publish })).toBeNull();
  });
});

it("waits for a running save and then saves later edits too", async () => {
  const { server } = await openEditor();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const held = onHold();
  server.answer(DRAFT, held.answering);
  type("Name", "One");
  await act(() => vi.advanceTimersByTimeAsync(2_000));
  type("Name", "Two");
  await act(() => vi.advanceTimersByTimeAsync(4_000));
  expect(server.to(DRAFT)).toHaveLength(1);
  const studio = serveStudio(server);
  held.release(json([{ updated_at: "2026-11-22T10:00:00Z" }], 201));
  await act(() => vi.advanceTimersByTimeAsync(2_000));
  vi.useRealTimers();
  await screen.findByText(en.save.state.saved);
  expect(studio.draftOf("ministry", "ministry")).toMatchObject({ changes: { name: "Two" } });
});

it("restores the previous text by the undo of the toast", async () => {
  const { user, studio, press } = await openEditor({
    documents: { "ministry/ministry": { name: "Before" } },
  });
  await fill(user, field("Name"), "After");
  await press(en.save.publish);
  await user.click(await screen.findByRole("button", { name: en.act.undo }));
  expect(await screen.findByText(en.act.undone)).toBeDefined();
  expect(studio.bodyOf("ministry", "ministry")).toEqual({ name: "Before" });
  await waitFor(() => expect(field("Name").value).toBe("Before"));
});

it("says that an undo came too late and changes nothing", async () => {
  const { user, studio, press } = await openEditor();
  await fill(user, field("Name"), "After");
  await press(en.save.publish);
  const undo = await screen.findByRole("button", { name: en.act.undo });
  studio.publish("ministry", "ministry", { phone: "1" });
  await user.click(undo);
  expect(await screen.findByText(en.act.undoConflictText)).toBeDefined();
  expect(studio.bodyOf("ministry", "ministry")).toEqual({ name: "After", phone: "1" });
});

it("discards all changes and restores them from the toast", async () => {
  const { user, press } = await openEditor();
  await fill(user, field("Name"), "Mine");
  await press(en.save.discard);
  expect(field("Name").value).toBe("Reign TV");
  await user.click(await screen.findByRole("button", { name: en.act.undo }));
  expect(field("Name").value).toBe("Mine");
});

it("restores an earlier version in one tap", async () => {
  const { press, studio, user } = await openEditor({
    documents: { "ministry/ministry": { name: "First" } },
  });
  studio.publish("ministry", "ministry", { name: "Second", phone: "1" });
  await press(en.changes.earlier);
  await user.click(await screen.findByRole("button", { name: en.changes.goBackOf("Elsewhere") }));
  expect(await screen.findByText(en.act.conflictTitle)).toBeDefined();
  await user.click(screen.getByRole("button", { name: en.changes.goBackOf("Elsewhere") }));
  expect(await screen.findByText(en.changes.wentBack)).toBeDefined();
  expect(studio.bodyOf("ministry", "ministry")).toEqual({ name: "First" });
});

it("asks to sign in in place when the session ends and keeps the text", async () => {
  const server = createFakeServer();
  await signInMember(server);
  const studio = serveStudio(server);
  const site = renderView(
    <StudioGate deps={STUDIO_TOOLS}>
      <main>
        <Page />
      </main>
    </StudioGate>,
    { server },
  );
  await screen.findByLabelText("Name");
  await fill(site.user, field("Name"), "Mine");
  const { client } = openSession(site.site);
  await act(() => client.auth.signOut({ scope: "local" }));
  const dialog = await screen.findByRole("dialog", { name: en.gate.endedTitle });
  expect(field("Name").value).toBe("Mine");
  server.answer("POST /auth/v1/token", () => json(sessionOf(MEMBER)));
  const profile = profileMessages.en;
  await fill(site.user, within(dialog).getByLabelText(profile.password), "green pastures 23");
  await site.user.click(within(dialog).getByRole("button", { name: profile.signInAgain }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(field("Name").value).toBe("Mine");
  await screen.findByText(en.save.state.saved);
  expect(studio.draftOf("ministry", "ministry")).toMatchObject({ changes: { name: "Mine" } });
});
