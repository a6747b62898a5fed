import { locks } from "node:worker_threads";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { kitMessages } from "#shared/messages/studio/kit.ts";
import { createFakeServer } from "#tests/support/fake-server.ts";
import { InStudio } from "#tests/support/studio-wrapper.tsx";
import { MEMBER } from "#tests/support/member.ts";
import { signInMember } from "#tests/support/member-session.ts";
import { renderView } from "#tests/support/render-view.tsx";
import { serveStudio } from "#tests/support/studio-server.ts";
import { EditorFrame } from "./editor-frame.tsx";
import { EditorSwitch, EditorText } from "./fields/editor-fields.tsx";
import { useDocument } from "./use-document.ts";

const { otherTab, save } = kitMessages.en;
const NAME = "studio:ministry:ministry";
const DRAFT_KEY = `studioDraft_${MEMBER.id}_ministry_ministry`;

const schema = z.strictObject({ name: z.string(), isOpen: z.boolean().optional() });

function Page() {
  const editor = useDocument({
    kind: "ministry",
    id: "ministry",
    schema,
    seed: { name: "Reign TV" },
  });
  return (
    <EditorFrame editor={editor} title="Ministry">
      <EditorText editor={editor} field="name" label="Name" />
      <EditorSwitch editor={editor} field="isOpen" label="Open" />
    </EditorFrame>
  );
}

/** Another tab of this browser has the document, until it is closed. */
function openElsewhere(options: LockOptions = {}): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  void locks.request(NAME, options, () => promise).catch(() => undefined);
  onTestFinished(() => resolve());
  return resolve;
}

async function openHere() {
  const server = createFakeServer();
  await signInMember(server);
  serveStudio(server);
  const shown = renderView(
    <InStudio>
      <Page />
    </InStudio>,
    { server },
  );
  onTestFinished(shown.unmount);
  await screen.findByLabelText("Name");
  return shown;
}

const name = () => screen.getByLabelText<HTMLInputElement>("Name");
const type = (value: string) => fireEvent.change(name(), { target: { value } });
const kept = () => localStorage.getItem(DRAFT_KEY);

beforeEach(() => {
  Object.defineProperty(navigator, "locks", { value: locks, configurable: true });
  return () => void Reflect.deleteProperty(navigator, "locks");
});

test("a document that is open in another tab can be read and copied, not written", async () => {
  openElsewhere();
  await openHere();
  expect(screen.getByText(otherTab.text)).toBeDefined();
  expect(name().readOnly).toBe(true);
  expect(name().disabled).toBe(false);
  expect(screen.getByLabelText<HTMLInputElement>("Open").disabled).toBe(true);
  type("Typed all the same");
  expect(name().value).toBe("Reign TV");
  expect(screen.queryByRole("button", { name: save.publish })).toBeNull();
  expect(kept()).toBeNull();
});

test("when the other tab is closed, this one writes, and goes on with what the other has kept", async () => {
  const close = openElsewhere();
  await openHere();
  const draft = { changes: { name: "Typed there" }, before: {}, follows: null, isSaved: false };
  localStorage.setItem(DRAFT_KEY, JSON.stringify({ ...draft, at: "2026-11-22T10:00:00.000Z" }));
  close();
  await waitFor(() => expect(screen.queryByText(otherTab.text)).toBeNull());
  expect(name().readOnly).toBe(false);
  expect(name().value).toBe("Typed there");
  expect(screen.getByLabelText<HTMLInputElement>("Open").disabled).toBe(false);
  expect(screen.getByRole("button", { name: save.publish })).toBeDefined();
});

test("writes here at a tap; when the other takes it back, the text stays in sight and as it was kept", async () => {
  openElsewhere();
  const { user } = await openHere();
  await user.click(screen.getByRole("button", { name: otherTab.writeHere }));
  await waitFor(() => expect(screen.queryByText(otherTab.text)).toBeNull());
  expect(document.activeElement).toBe(name());
  type("Typed here");
  expect(kept()).toContain("Typed here");
  openElsewhere({ steal: true });
  await screen.findByText(otherTab.text);
  expect(name().value).toBe("Typed here");
  expect(name().readOnly).toBe(true);
  expect(screen.queryByRole("button", { name: save.publish })).toBeNull();
  const asItWas = kept();
  expect(asItWas).toContain("Typed here");
  type("Typed on");
  expect(name().value).toBe("Typed here");
  expect(kept()).toBe(asItWas);
});
