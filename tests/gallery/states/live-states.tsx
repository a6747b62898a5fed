import { HOUR_MS } from "@reign-tv/kit/durations.ts";
import { channelNamed } from "#shared/live/channels.ts";
import { CATALOGUE } from "#shared/messages/catalogue.ts";
import { listenMessages } from "#shared/messages/listen.ts";
import { liveTvMessages } from "#shared/messages/live-tv.ts";
import { LONG_TITLE } from "#tests/gallery/long-texts.ts";
import { startPlayer, waitForPlayer } from "#tests/gallery/start-player.ts";
import type { GalleryState, GalleryStates } from "#tests/gallery/gallery-state.ts";
import { type FakeServer, json } from "#tests/support/fake-server.ts";
import { ChannelCard } from "#web/features/live/channel-card.tsx";
import type { StartMode } from "#web/features/live/use-auto-start.ts";
import { ChannelsSection } from "#web/features/live/channels-section.tsx";
import { FrameProblem } from "#web/ui/embed-frame.tsx";
import { FullscreenPlayer } from "#web/features/live/fullscreen-player.tsx";
import { LiveTvPage } from "#web/features/live/live-tv-page.tsx";
import { NextService } from "#web/features/live/services/next-service.tsx";
import { ServicesCard } from "#web/features/live/services/services-card.tsx";

const nothing = (): void => undefined;

const channelThat = (does: object) => (server: FakeServer) =>
  server.answer("GET /api/live", () =>
    json({
      v: 1,
      now: "2026-06-14T10:00:00Z",
      pollSeconds: 30,
      channels: [{ id: "french", state: "rerun", since: null, title: LONG_TITLE, ...does }],
      next: null,
    }),
  );
const onAir = channelThat({});

/** Programmes of an hour; the first has begun. */
const PROGRAMMES = Array.from({ length: 9 }, (_, index) => ({
  id: `clip-${index}`,
  title: index % 2 === 0 ? LONG_TITLE : "Psaume 23",
  reference: index === 0 ? "Jean 3.16" : "",
  start: new Date(Date.now() + (index - 0.5) * HOUR_MS).toISOString(),
  end: new Date(Date.now() + (index + 0.5) * HOUR_MS).toISOString(),
  language: "fr",
}));

function unanswered(server: FakeServer): void {
  server.answer("GET /api/live", () => json({ error: "away" }, 503));
}

const cardThat = (startMode: StartMode): GalleryState => ({
  show: () => (
    <div className="page max-w-3xl py-6">
      <ChannelCard
        id="french"
        isLeading={false}
        startMode={startMode}
        isPaused={false}
        onFullscreen={nothing}
      />
    </div>
  ),
  serve: onAir,
  act: ({ screen, site }) =>
    screen.findByTitle(channelNamed(site.ministry.channels, "french").name),
});
const card = cardThat("itself");
const waitingCard: GalleryState = {
  ...cardThat("tap"),
  act: ({ screen }) => screen.findByRole("button", { name: /40/ }),
};

function trouble(name: Parameters<typeof FrameProblem>[0]["problem"]): GalleryState {
  return {
    show: () => (
      <div className="page relative mt-6 aspect-video max-w-3xl">
        <FrameProblem problem={name} onRetry={nothing} />
      </div>
    ),
  };
}

/** Services are on Thursday at 14:00 and on Sunday at 8:00 in UTC. */
const nextServiceAt = (now: string): GalleryState => ({
  show: () => (
    <div className="page py-6">
      <NextService reminder={null} />
    </div>
  ),
  serve: (server) =>
    server.answer("GET /api/live", () =>
      json({ v: 1, now, pollSeconds: 30, channels: [], next: null }),
    ),
});

const services: GalleryState = {
  show: () => (
    <div className="page max-w-lg py-6">
      <ServicesCard reminder={null} />
    </div>
  ),
  serve: onAir,
};

/** Both channels and the rest of Live TV. */
export const STATES: GalleryStates = {
  "card-saving-data": { ...waitingCard, stored: { dataSaver: "on" } },
  "card-waiting-for-a-tap": waitingCard,
  "card-of-an-unknown-programme": { ...card, serve: unanswered },
  "card-playing": {
    ...card,
    frameSays: [
      { v: 1, t: "state", s: "playing" },
      { v: 1, t: "programme", title: LONG_TITLE },
    ],
    act: waitForPlayer,
  },
  "card-in-the-corner": {
    ...waitingCard,
    show: (...given) => (
      <>
        {waitingCard.show(...given)}
        <div style={{ height: "200vh" }} />
      </>
    ),
    frameSays: [{ v: 1, t: "state", s: "playing" }],
    act: async ({ screen, user, language }) => {
      await user.click(await screen.findByRole("button", { name: /40/ }));
      await waitForPlayer();
      window.scrollTo(0, document.body.scrollHeight);
      await screen.findByRole("button", { name: listenMessages[language].pause });
    },
  },
  "card-interrupted": {
    ...card,
    frameSays: [{ v: 1, t: "error", code: "media" }],
    act: ({ screen, language }) => screen.findByText(CATALOGUE[language].live.interrupted),
  },
  "card-watched": { ...card, serve: channelThat({ watching: 1_200 }) },
  "card-live": { ...card, serve: channelThat({ state: "live", title: null }) },
  "card-off-air": { ...waitingCard, serve: channelThat({ state: "scheduled", title: null }) },
  "card-without-signal": { ...card, serve: channelThat({ state: "down", title: null }) },
  "card-blocked": { ...card, frameSays: [{ v: 1, t: "blocked" }], act: waitForPlayer },
  "no-connection": trouble("offline"),
  "no-server": trouble("server"),
  "slow-line": trouble("slow"),
  channels: {
    show: () => (
      <div className="page">
        <ChannelsSection />
      </div>
    ),
    serve: onAir,
    frameSays: [{ v: 1, t: "state", s: "playing" }],
    act: async (hand) => {
      await startPlayer(hand);
      await waitForPlayer();
    },
  },
  fullscreen: {
    show: () => <FullscreenPlayer id="french" onClose={nothing} />,
    serve: onAir,
    frameSays: [{ v: 1, t: "error", code: "server" }],
  },
  "live-tv-page": {
    at: "/live-tv?channel=french",
    show: () => <LiveTvPage reminder={null} reminders={null} />,
    serve: (server) => {
      server.answer("GET /api/live/french/schedule", () => json({ v: 1, programmes: PROGRAMMES }));
      channelThat({ watching: 1_200 })(server);
    },
    stored: { dataSaver: "on" },
    act: ({ screen }) => screen.findByText("Jean 3.16"),
  },
  "live-tv-broadcast": {
    at: "/live-tv?channel=french",
    show: () => <LiveTvPage reminder={null} reminders={null} />,
    serve: (server) => {
      server.answer("GET /api/live/french/schedule", () => json({ v: 1, programmes: PROGRAMMES }));
      channelThat({ state: "live", title: null, watching: 1_200 })(server);
    },
    frameSays: [
      { v: 1, t: "state", s: "playing" },
      { v: 1, t: "broadcast", on: true },
    ],
    act: async (hand) => {
      await startPlayer(hand);
      const { fromBeginning } = liveTvMessages[hand.language];
      await hand.screen.findByRole("button", { name: fromBeginning });
    },
  },
  "next-service": nextServiceAt("2026-06-13T10:00:00Z"),
  "service-running": nextServiceAt("2026-06-14T08:30:00Z"),
  "service-over": nextServiceAt("2026-06-14T10:00:00Z"),
  services,
  "services-changed": {
    ...services,
    site: ({ ministry }) => ({
      ministry: {
        ...ministry,
        services: {
          ...ministry.services,
          exceptions: [
            {
              serviceId: "thursday",
              date: "2026-06-18",
              kind: "cancelled",
              note: { text: LONG_TITLE, lang: "en" },
            },
            { serviceId: "sunday", date: "2026-06-21", kind: "moved", newStart: "11:30" },
          ],
        },
      },
    }),
  },
};
