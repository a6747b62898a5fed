import { announcementsMessages } from "#shared/messages/studio/announcements.ts";
import { firstStepsMessages } from "#shared/messages/studio/first-steps.ts";
import { kitMessages } from "#shared/messages/studio/kit.ts";
import { ministryMessages } from "#shared/messages/studio/ministry.ts";
import type { GalleryState, GalleryStates } from "#tests/gallery/gallery-state.ts";
import { LONG_TITLE } from "#tests/gallery/long-texts.ts";
import { STUDIO_FILE } from "#tests/gallery/studio-file.ts";
import { type FakeServer, json } from "#tests/support/fake-server.ts";
import { InStudio } from "#tests/support/studio-wrapper.tsx";
import { MEMBER } from "#tests/support/member.ts";
import { healthOf } from "#tests/support/studio-analytics.ts";
import { serveStudio } from "#tests/support/studio-server.ts";
import { Announcements } from "#web/app/layout/announcements.tsx";
import { AnnouncementsPage } from "#web/features/studio/announcements/announcements-page.tsx";
import { FirstSteps } from "#web/features/studio/dashboard/first-steps.tsx";
import { MinistryPage } from "#web/features/studio/ministry-page.tsx";

/** Keeps the no-break spaces of French texts. */
const EXACT = { collapseWhitespace: false } as const;
const TEXT = { en: LONG_TITLE, fr: LONG_TITLE };
const DOCUMENTS = {
  "announcement/now": { text: TEXT, severity: "urgent", link: "/live-tv" },
  "announcement/coming": { text: TEXT, from: "2026-07-01T10:00:00.000Z" },
  "announcement/past": { text: TEXT, until: "2026-05-01T10:00:00.000Z" },
};

function serve(server: FakeServer): void {
  serveStudio(server, { documents: DOCUMENTS });
  server.answer("GET /api/studio/file", () => json(STUDIO_FILE));
}

const list: GalleryState = {
  at: "/studio/announcements",
  member: MEMBER,
  show: () => (
    <InStudio>
      <AnnouncementsPage />
    </InStudio>
  ),
  serve,
  act: ({ screen, language }) =>
    screen.findByText(announcementsMessages[language].stages.past, EXACT),
};

/** Announcements and site settings in the studio, and their effect on the site. */
export const STATES: GalleryStates = {
  banner: {
    show: () => <Announcements />,
    site: ({ ministry }) => ({
      ministry: {
        ...ministry,
        announcements: [
          { key: "now-1", severity: "important", text: LONG_TITLE, lang: "en", link: "/live-tv" },
        ],
      },
    }),
    act: ({ screen }) => screen.findByText(LONG_TITLE),
  },
  list,
  "wrong-link": {
    ...list,
    at: "/studio/announcements/now",
    act: async ({ user, screen, language }) => {
      const { faults, fields } = announcementsMessages[language];
      const link = await screen.findByLabelText(fields.link);
      await user.clear(link);
      await user.type(link, "javascript:alert(1)");
      await user.click(screen.getByRole("button", { name: kitMessages[language].save.publish }));
      await screen.findByText(faults.announcementLink, EXACT);
    },
  },
  ministry: {
    ...list,
    at: "/studio/ministry",
    show: () => (
      <InStudio>
        <MinistryPage />
      </InStudio>
    ),
    act: ({ screen, language }) => screen.findByText(ministryMessages[language].cards.links, EXACT),
  },
  "first-steps": {
    ...list,
    at: "/studio",
    serve(server) {
      serve(server);
      const mail = {
        id: "mail",
        tone: "warn",
        text: "mailFiles",
        values: {},
        since: null,
      } as const;
      const backups = {
        ...mail,
        id: "backups",
        text: "backupsNone",
        values: { at: null },
      } as const;
      server.answer("GET /api/studio/health", () =>
        json(healthOf("2026-06-15T12:00:00Z", { lights: [mail, backups] })),
      );
    },
    show: () => (
      <InStudio>
        <FirstSteps />
      </InStudio>
    ),
    act: ({ screen, language }) => screen.findByText(firstStepsMessages[language].title, EXACT),
  },
};
