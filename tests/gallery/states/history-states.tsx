import { laterMessages } from "#shared/messages/videos/later.ts";
import { watchMessages } from "#shared/messages/videos/watch.ts";
import type { GalleryState, GalleryStates } from "#tests/gallery/gallery-state.ts";
import { OWN_VIDEO, PLATFORM_VIDEO } from "#tests/gallery/sample-videos.ts";
import { MEMBER } from "#tests/support/member.ts";
import { ContinueRow } from "#web/features/history/continue-row.tsx";
import { WatchLaterPage } from "#web/features/history/watch-later-page.tsx";
import { putItem } from "#web/base/sync/use-items.ts";
import { WatchHistoryPage } from "#web/features/history/watch-history-page.tsx";

const WATCHED = [PLATFORM_VIDEO, OWN_VIDEO].map((video) => ({
  ...video,
  category: "prophecy-confirmations",
  watchedAt: "2026-06-13T18:30:00.000Z",
}));

const page: GalleryState = {
  at: "/watch-history",
  show: () => <WatchHistoryPage />,
  member: MEMBER,
  stored: { [`watchHistory_${MEMBER.id}`]: WATCHED },
  act: ({ screen }) => screen.findAllByRole("article"),
};

/** Watch history of this device. */
export const STATES: GalleryStates = {
  filled: page,
  empty: {
    ...page,
    stored: {},
    act: ({ screen, language }) => screen.findByText(watchMessages[language].emptyHint),
  },
  "signed-out": {
    at: "/watch-history",
    show: () => <WatchHistoryPage />,
    act: ({ screen, language }) => screen.findByText(watchMessages[language].signInPrompt),
  },
  clearing: {
    ...page,
    act: async ({ user, screen, language }) => {
      const { clearAll } = watchMessages[language];
      await user.click(await screen.findByRole("button", { name: clearAll }));
      await screen.findByRole("dialog");
    },
  },
  "continue-watching": {
    show: () => (
      <div className="page py-6">
        <ContinueRow />
      </div>
    ),
    stored: {
      watchPositions: WATCHED.map((video) => ({ ...video, seconds: 20, ofSeconds: 60 })),
    },
  },
  "later-empty": {
    at: "/watch-later",
    show: () => <WatchLaterPage />,
    act: ({ screen, language }) => screen.findByText(laterMessages[language].empty),
  },
  "later-kept": {
    at: "/watch-later",
    show: () => <WatchLaterPage />,
    act: async ({ screen }) => {
      const { id, title } = PLATFORM_VIDEO;
      const category = "prophecy-confirmations";
      await putItem("watch-later", id, { addedAt: 1, title, category });
      await putItem("watch-mark", id, {
        position: 1_720,
        duration: 3_723,
        state: "watching",
        title,
        category,
      });
      await screen.findAllByRole("article");
    },
  },
};
