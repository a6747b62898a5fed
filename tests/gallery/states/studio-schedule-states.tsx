import { kitMessages } from "#shared/messages/studio/kit.ts";
import { scheduleMessages } from "#shared/messages/studio/schedule.ts";
import type { GalleryState, GalleryStates } from "#tests/gallery/gallery-state.ts";
import { LONG_TITLE } from "#tests/gallery/long-texts.ts";
import { STUDIO_FILE } from "#tests/gallery/studio-file.ts";
import { type FakeServer, json } from "#tests/support/fake-server.ts";
import { InStudio } from "#tests/support/studio-wrapper.tsx";
import { MEMBER } from "#tests/support/member.ts";
import { serveStudio } from "#tests/support/studio-server.ts";
import { SchedulePage } from "#web/features/studio/schedule/schedule-page.tsx";

/** Keeps the no-break spaces of French texts. */
const EXACT = { collapseWhitespace: false } as const;
const WORDS = { en: LONG_TITLE.slice(0, 80), fr: LONG_TITLE.slice(0, 80) };
/** The gallery's clock shows a Sunday in June. */
const CHANGED = {
  others: [
    {
      id: "prayer",
      title: WORDS,
      start: "18:30",
      durationMinutes: 60,
      rule: { kind: "months", weekday: "friday", which: -1, every: 1, from: "2026-01-01" },
    },
  ],
  exceptions: [
    { serviceId: "thursday", date: "2026-06-18", kind: "cancelled", note: WORDS },
    { serviceId: "sunday", date: "2026-06-21", kind: "moved", newStart: "11:30" },
  ],
};

function serve(server: FakeServer): void {
  serveStudio(server, { documents: { "schedule/schedule": CHANGED } });
  server.answer("GET /api/studio/file", () => json(STUDIO_FILE));
}

const page: GalleryState = {
  at: "/studio/schedule",
  member: MEMBER,
  show: () => (
    <InStudio>
      <SchedulePage />
    </InStudio>
  ),
  serve,
  act: ({ screen, language }) => screen.findByText(scheduleMessages[language].changed, EXACT),
};

export const STATES: GalleryStates = {
  page,
  "changing-one": {
    ...page,
    at: "/studio/schedule?service=thursday&date=2026-06-25",
    act: ({ screen, language }) =>
      screen.findByText(scheduleMessages[language].dialog.orMove, EXACT),
  },
  "wrong-fields": {
    ...page,
    act: async ({ user, screen, language }) => {
      const texts = scheduleMessages[language];
      const [minutes] = await screen.findAllByLabelText(texts.minutes);
      if (minutes) {
        await user.clear(minutes);
        await user.type(minutes, "2");
      }
      await user.click(screen.getByRole("button", { name: kitMessages[language].save.publish }));
      await screen.findByText(texts.previewWrong, EXACT);
    },
  },
};
