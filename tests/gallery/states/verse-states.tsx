import { versePictureMessages } from "#shared/messages/reading/verse-picture.ts";
import type { GalleryStates } from "#tests/gallery/gallery-state.ts";
import { type FakeServer, json } from "#tests/support/fake-server.ts";
import { VerseOfDay } from "#web/features/bible/reading-on-home.tsx";

const PATH = "/bible?book=john&chapter=3&verse=16&version=kjv";
const SHORT = "Jesus wept.";
const LONG =
  "I call heaven and earth to record this day against you, that I have set before you life and death, blessing and cursing: therefore choose life, that both thou and thy seed may live: ".repeat(
    3,
  );

function telling(text: string): (server: FakeServer) => void {
  return (server) => {
    server.answer("GET /api/bible/v1/votd", ({ search }) =>
      json({
        date: search.get("date"),
        reference: "John 3:16",
        text,
        translation_id: "kjv",
        translation_name: "King James Version",
        translation_abbreviation: "KJV",
        language: "en",
        licence: "pd",
        copyright: "King James Version - public domain.",
        path: PATH,
        url: `https://tv.example${PATH}`,
        following: [],
      }),
    );
  };
}

function Slot() {
  return (
    <main className="page flex min-h-72">
      <VerseOfDay />
    </main>
  );
}

export const STATES: GalleryStates = {
  "of-the-day": { show: () => <Slot />, serve: telling(SHORT) },
  "of-the-day-long": { show: () => <Slot />, serve: telling(LONG) },
  "as-a-picture": {
    show: () => <Slot />,
    serve: telling(LONG),
    async act({ user, screen, language }) {
      const { button } = versePictureMessages[language];
      await user.click(await screen.findByRole("button", { name: button }));
      await screen.findByRole("dialog");
      await screen.findByRole("img");
    },
  },
};
