import { podcastMessages } from "#shared/messages/podcasts.ts";
import type { GalleryStates } from "#tests/gallery/gallery-state.ts";
import { json, unreachable } from "#tests/support/fake-server.ts";
import { PodcastsPage } from "#web/features/podcasts/podcasts-page.tsx";

const LIST = "GET /api/podcasts";
const FEEDS = [
  { show: "sermons", language: "en", episodes: 128 },
  { show: "sermons", language: "fr", episodes: 1 },
  { show: "music", language: "fr", episodes: 7 },
];

/** Podcasts and the apps that subscribe to them. */
export const STATES: GalleryStates = {
  list: {
    at: "/podcasts",
    serve: (server) => server.answer(LIST, () => json({ feeds: FEEDS })),
    show: () => <PodcastsPage />,
    act: ({ screen }) => screen.findAllByRole("listitem"),
  },
  empty: {
    at: "/podcasts",
    serve: (server) => server.answer(LIST, () => json({ feeds: [] })),
    show: () => <PodcastsPage />,
    act: ({ screen, language }) => screen.findByText(podcastMessages[language].empty),
  },
  failed: {
    at: "/podcasts",
    serve: (server) => server.answer(LIST, unreachable),
    show: () => <PodcastsPage />,
    act: ({ screen, language }) => screen.findByText(podcastMessages[language].failed),
  },
};
