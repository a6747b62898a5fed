import { devotionalsMessages } from "#shared/messages/studio/devotionals.ts";
import { kitMessages } from "#shared/messages/studio/kit.ts";
import type { GalleryState, GalleryStates, Hand } from "#tests/gallery/gallery-state.ts";
import { LONG_TITLE } from "#tests/gallery/long-texts.ts";
import { type FakeServer, json } from "#tests/support/fake-server.ts";
import { InStudio } from "#tests/support/studio-wrapper.tsx";
import { MEMBER } from "#tests/support/member.ts";
import { serveStudio } from "#tests/support/studio-server.ts";
import { DevotionalsPage } from "#web/features/studio/devotionals/devotionals-page.tsx";

const DOCUMENTS = "GET /rest/v1/studio_documents";
const DAY = "2026-11-23";
const BODY = {
  title: LONG_TITLE,
  verse: "« Je vous laisse la paix. » — Jean 14:27",
  content: `${LONG_TITLE}.\n\n> ${LONG_TITLE}\n\n- *un*\n- **deux**, Genèse 60:1`,
  publishAt: "2999-11-23T05:00:00Z",
};
const CSV =
  "date;title;content;language\n2026-11-23;One;a;fr\n2026-02-30;Two;b;fr\n2026-11-24;Three;c;fr\n";

function pageAt(path: string, serve: (server: FakeServer) => void): GalleryState {
  return {
    at: `/studio/devotionals${path}`,
    member: MEMBER,
    show: () => (
      <InStudio permissions={["devotionals"]}>
        <div className="page py-6">
          <DevotionalsPage />
        </div>
      </InStudio>
    ),
    serve(server) {
      serveStudio(server, { documents: { [`devotional/${DAY}.fr`]: BODY } });
      server.answer("GET /api/bible/v1/versions", () =>
        json({ versions: ["kjv", "niv"].map((id) => ({ id, state: "ready" })) }),
      );
      server.answer("GET /api/bible/John%2014%3A27", () =>
        json({
          verses: [{ text: LONG_TITLE }],
          text: LONG_TITLE,
          copyright: "King James Version - public domain.",
          caps: { copyVerses: 31_102 },
        }),
      );
      serve(server);
    },
  };
}

const nothing = (): void => undefined;
/** In the past, so that nothing depends on the current day. */
const MONTH = "?month=2026-01";

function filled(server: FakeServer): void {
  server.answer("GET /rest/v1/studio_drafts", () => json([{ id: "2026-01-07.fr" }]));
  server.answer(DOCUMENTS, () =>
    json(
      ["01.fr", "02.fr", "03.en", "04.fr"].map((id, index) => ({
        id: `2026-01-${id}`,
        title: LONG_TITLE,
        publish_at: index === 3 ? "2999-01-04T05:00:00Z" : null,
      })),
    ),
  );
}

async function publishEmpty({ user, screen, language }: Hand): Promise<void> {
  const { fields } = devotionalsMessages[language];
  const { save, faults } = kitMessages[language];
  const [content] = await screen.findAllByLabelText(fields.content);
  if (content) await user.type(content, LONG_TITLE);
  await user.click(await screen.findByRole("button", { name: save.publish }));
  await screen.findByText(faults.missing);
}

export const STATES: GalleryStates = {
  month: pageAt(MONTH, filled),
  "month-failed": {
    ...pageAt(MONTH, (server) => server.answer(DOCUMENTS, () => json({ message: "away" }, 500))),
    act: ({ screen, language }) => screen.findByText(kitMessages[language].loadFailed),
  },
  "day-written": {
    ...pageAt(`/${DAY}`, nothing),
    async act({ user, screen, language }) {
      const { preview, references } = devotionalsMessages[language];
      for (const title of await screen.findAllByText(preview.title)) await user.click(title);
      await user.click(
        await screen.findByRole("button", { name: references.showOf("Jean 14:27") }),
      );
    },
  },
  "day-refused": { ...pageAt("/2026-11-24", nothing), act: publishEmpty },
  "no-such-day": pageAt("/2026-02-30", nothing),
  "import-with-a-bad-day": {
    ...pageAt("/import", (server) =>
      server.answer(DOCUMENTS, () =>
        json([{ id: `${DAY}.fr`, version: 2, body: { title: "a", verse: "", content: "b" } }]),
      ),
    ),
    async act({ user, screen, language }) {
      const { file } = devotionalsMessages[language];
      const [input] = await screen.findAllByLabelText(file.choose, { selector: "input" });
      if (input) await user.upload(input, new File([CSV], "november.csv"));
      await screen.findByText(file.found(2, 1));
    },
  },
};
