import type { Analytics } from "#shared/analytics/analytics.ts";
import type { StudioHealth } from "#shared/studio/health.ts";
import { healthMessages } from "#shared/messages/studio/health.ts";
import { analyticsMessages } from "#shared/messages/studio/analytics.ts";
import type { GalleryState, GalleryStates } from "#tests/gallery/gallery-state.ts";
import { json } from "#tests/support/fake-server.ts";
import { InStudio } from "#tests/support/studio-wrapper.tsx";
import { MEMBER } from "#tests/support/member.ts";
import { EMPTY_WEEK, healthOf, TITLES, WEEK } from "#tests/support/studio-analytics.ts";
import { HealthPage } from "#web/features/studio/health/health-page.tsx";
import { AnalyticsPage } from "#web/features/studio/analytics/analytics-page.tsx";

const EXACT = { collapseWhitespace: false } as const;

function health(changes: Partial<StudioHealth> = {}): GalleryState {
  return {
    at: "/studio/health",
    show: () => (
      <InStudio>
        <HealthPage />
      </InStudio>
    ),
    member: MEMBER,
    serve(server) {
      server.answer("GET /api/studio/health", () =>
        json(healthOf(new Date().toISOString(), changes)),
      );
      server.answer("POST /api/studio/health/test-mail", () => json({ outcome: "file" }));
      server.answer("GET /rest/v1/studio_alerts", () => json([{ light: "disk" }]));
    },
    act: ({ screen, language }) => screen.findByText(healthMessages[language].alerts.title, EXACT),
  };
}

function numbers(week: Analytics): GalleryState {
  return {
    at: "/studio/numbers",
    show: () => (
      <InStudio>
        <AnalyticsPage />
      </InStudio>
    ),
    member: MEMBER,
    serve(server) {
      server.answer("POST /rest/v1/rpc/studio_numbers", () => json(week));
      server.answer("GET /functions/v1/youtube-playlist-videos", () => json(TITLES));
    },
    act: ({ screen, language }) => screen.findByText(analyticsMessages[language].now.title, EXACT),
  };
}

/** Health and analytics pages. */
export const STATES: GalleryStates = {
  "health-needs-somebody": {
    ...health(),
    async act({ user, screen, language }) {
      const { alerts } = healthMessages[language];
      await user.click(await screen.findByRole("button", { name: alerts.test }));
      await screen.findByText(alerts.outcomes.file, EXACT);
    },
  },
  "health-elsewhere": health({ lights: [], hasAlerts: false }),
  "numbers-of-a-week": {
    ...numbers(WEEK),
    async act({ user, screen, language }) {
      const [table] = await screen.findAllByText(analyticsMessages[language].table, EXACT);
      if (table) await user.click(table);
    },
  },
  "numbers-none": numbers(EMPTY_WEEK),
};
