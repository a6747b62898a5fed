import * as v from "valibot";
import { LANGUAGES } from "#shared/languages.ts";
import { kitMessages } from "#shared/messages/studio/kit.ts";
import { logMessages } from "#shared/messages/studio/log.ts";
import { todayMessages } from "#shared/messages/studio/today.ts";
import type { GalleryState, GalleryStates, Hand } from "#tests/gallery/gallery-state.ts";
import { LONG_TITLE } from "#tests/gallery/long-texts.ts";
import { type FakeServer, json, unreachable } from "#tests/support/fake-server.ts";
import { InStudio, STUDIO_TOOLS } from "#tests/support/studio-wrapper.tsx";
import { MEMBER } from "#tests/support/member.ts";
import { serveStudio, STUDIO_NOW, type StudioServer } from "#tests/support/studio-server.ts";
import { ConfirmDialog } from "#web/features/studio/kit/confirm-dialog.tsx";
import { EditorFrame } from "#web/features/studio/kit/editor-frame.tsx";
import {
  EditorChoice,
  EditorDate,
  EditorLocalText,
  EditorSwitch,
  EditorText,
  EditorTime,
} from "#web/features/studio/kit/fields/editor-fields.tsx";
import { useDocument } from "#web/features/studio/kit/use-document.ts";
import { LogPage } from "#web/features/studio/audit-log/log-page.tsx";
import { StudioEntry } from "#web/features/studio/studio-entry.tsx";
import { Studio } from "#web/features/studio/studio.tsx";

/** Keeps the no-break spaces of French texts. */
const EXACT = { collapseWhitespace: false } as const;
const nothing = (): void => undefined;

const schema = v.strictObject({
  name: v.pipe(v.string(), v.minLength(1), v.maxLength(60)),
  motto: v.optional(
    v.strictObject(v.entriesFromList(LANGUAGES, v.pipe(v.string(), v.maxLength(20)))),
  ),
  kind: v.optional(v.picklist(["info", "urgent"])),
  isOpen: v.optional(v.boolean()),
  start: v.optional(v.string()),
  day: v.optional(v.string()),
});
const SEED: v.InferOutput<typeof schema> = { name: "Reign TV", motto: { en: "Watch", fr: "Voir" } };
const DOCUMENTS = { "ministry/ministry": { name: "Reign Television", isOpen: true } };

function SampleEditor() {
  const editor = useDocument({ kind: "ministry", id: "ministry", schema, seed: SEED });
  return (
    <EditorFrame editor={editor} title="Sample">
      <EditorText editor={editor} field="name" label="Name" hint="Hint" />
      <EditorLocalText editor={editor} field="motto" label="Motto" multiline />
      <EditorChoice
        editor={editor}
        field="kind"
        label="Kind"
        options={[
          { value: "info", label: "Info", hint: "Hint" },
          { value: "urgent", label: "Urgent" },
        ]}
      />
      <EditorSwitch editor={editor} field="isOpen" label="Open" />
      <EditorTime editor={editor} field="start" label="Start" />
      <EditorDate editor={editor} field="day" label="Day" />
    </EditorFrame>
  );
}

const name = ({ screen }: Hand) => screen.findByLabelText<HTMLInputElement>("Name");

async function type(hand: Hand, text: string): Promise<void> {
  const field = await name(hand);
  await hand.user.clear(field);
  await hand.user.click(field);
  await hand.user.paste(text);
}

async function publish({ user, screen, language }: Hand): Promise<void> {
  const label = kitMessages[language].save.publish;
  await user.click(screen.getByRole("button", { name: label }));
}

function editing(rest: Partial<GalleryState>): GalleryState {
  return {
    member: MEMBER,
    serve: (server) => void serveStudio(server, { documents: DOCUMENTS }),
    show: () => (
      <InStudio>
        <SampleEditor />
      </InStudio>
    ),
    ...rest,
  };
}

/** Ann publishes between this editor's read and its publish. */
function conflictingPublish(): GalleryState {
  let studio: StudioServer | null = null;
  return editing({
    serve(server) {
      studio = serveStudio(server, { documents: DOCUMENTS });
    },
    async act(hand) {
      await type(hand, LONG_TITLE.slice(0, 60));
      studio?.publish("ministry", "ministry", { name: "Reign for all" });
      await publish(hand);
      const { title } = kitMessages[hand.language].conflict;
      await hand.screen.findByRole("dialog", { name: title });
    },
  });
}

const LINES = [
  ["channel.publish", "english", LONG_TITLE],
  ["staff.invite", "3f0c6f0e-52a5-4f6f-9a53-5d8f1c1f0a01", "channels, schedule"],
  ["devotional.undo", "2026-11-23.fr", "La paix du cœur"],
].map(([action, subject, summary], index) => ({
  id: index,
  at: STUDIO_NOW,
  actor_name: index === 1 ? null : "Ruth Moyo",
  action,
  subject,
  summary,
}));

/** Responses for a staff member's dashboard on a Sunday morning. */
function serveToday(server: FakeServer): void {
  serveStudio(server, { documents: { ...DOCUMENTS, "channel/french": { isOffAir: true } } });
}

export const STATES: GalleryStates = {
  today: {
    at: "/studio",
    member: MEMBER,
    serve: serveToday,
    show: () => <Studio deps={STUDIO_TOOLS} />,
    act: ({ screen, language }) =>
      screen.findByRole("link", { name: todayMessages[language].service.change }),
  },
  "not-for-this-member": {
    at: "/studio",
    member: MEMBER,
    serve: (server) => void serveStudio(server, { permissions: [] }),
    show: () => <Studio deps={STUDIO_TOOLS} />,
    act: ({ screen, language }) =>
      screen.findByRole("heading", { name: kitMessages[language].gate.noRightsTitle }),
  },
  log: {
    at: "/studio/log",
    member: MEMBER,
    serve: (server) => server.answer("GET /rest/v1/audit_log", () => json(LINES)),
    show: () => (
      <InStudio>
        <LogPage />
      </InStudio>
    ),
    act: ({ screen, language }) => screen.findByText(logMessages[language].somebody, EXACT),
  },
  "somebody-was-faster": conflictingPublish(),
  "a-wrong-value-without-a-network": editing({
    serve(server) {
      serveStudio(server, { documents: DOCUMENTS });
      server.answer("POST /rest/v1/studio_drafts", unreachable);
    },
    async act(hand) {
      await type(hand, "N".repeat(61));
      await publish(hand);
      const { save } = kitMessages[hand.language];
      await hand.screen.findByText(save.state.waiting, EXACT);
    },
  }),
  "an-earlier-version": editing({
    async act(hand) {
      await name(hand);
      const { changes } = kitMessages[hand.language];
      await hand.user.click(hand.screen.getByRole("button", { name: changes.earlier }));
      await hand.screen.findByRole("button", { name: changes.goBackOf("First") });
    },
  }),
  "on-the-profile-before-an-act-for-good": {
    member: MEMBER,
    serve: (server) => void serveStudio(server),
    show: () => (
      <InStudio>
        <StudioEntry />
        <ConfirmDialog
          title="Remove it?"
          confirmText="Remove"
          typed={{ label: "Type OK", word: "OK", wrong: "Not yet" }}
          onConfirm={nothing}
          onClose={nothing}
        >
          {LONG_TITLE}
        </ConfirmDialog>
      </InStudio>
    ),
    async act({ user, screen }) {
      await user.click(screen.getByRole("button", { name: "Remove" }));
      await screen.findByText("Not yet");
    },
  },
};
