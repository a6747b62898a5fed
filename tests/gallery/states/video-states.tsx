import type { Video } from "#shared/contracts/playlist-videos.ts";
import { keptMessages } from "#shared/messages/kept.ts";
import { listenMessages } from "#shared/messages/listen.ts";
import { categoryMessages } from "#shared/messages/videos/category.ts";
import { laterMessages } from "#shared/messages/videos/later.ts";
import { videoDetailsMessages } from "#shared/messages/videos/video-details.ts";
import { LONG_TITLE } from "#tests/gallery/long-texts.ts";
import { json } from "#tests/support/fake-server.ts";
import type { GalleryState, GalleryStates } from "#tests/gallery/gallery-state.ts";
import {
  OWN_VIDEO,
  PLATFORM_VIDEO,
  withPendingLists,
  withoutConnection,
  withQuotaSpent,
  withTheseVideos,
  withVideos,
  sampleCategory,
} from "#tests/gallery/sample-videos.ts";
import { giveWorkers } from "#tests/gallery/give-navigator.ts";
import { startPlayer } from "#tests/gallery/start-player.ts";
import { putItem } from "#web/base/sync/use-items.ts";
import { CategoryGrid } from "#web/features/videos/category-grid.tsx";
import { CategoryPage } from "#web/features/videos/category-page.tsx";
import { DevotionalRow } from "#web/features/videos/devotional-row.tsx";
import { VideoModal } from "#web/features/videos/video-modal.tsx";
import { VideoRow } from "#web/features/videos/video-card.tsx";
import { useMessages } from "#web/lib/site.ts";

const CATEGORY = sampleCategory("sermons");
const CONFIRMATIONS = sampleCategory("prophecy-confirmations");
const ANNOUNCEMENTS = sampleCategory("announcements");
const LIST_LENGTH = 130;
const nothing = (): void => undefined;

const CHAPTERS_VIDEO: Video = {
  ...OWN_VIDEO,
  said: {
    speaker: "Pastor Moyo",
    series: "Hope",
    date: "2024-05-03",
    passage: "John 3:16",
    links: [
      { id: "clip-confirmed", title: LONG_TITLE, relation: "confirmation" },
      { id: "clip-healed", title: "Healed", relation: "testimony" },
    ],
  },
  description: `${PLATFORM_VIDEO.description}\n0:00 Welcome\n5:10 Worship\n12:30 The word\nRead John 3:16 and https://ministry.example/give.`,
};

const KEEP_VIDEO: Video = {
  ...OWN_VIDEO,
  keep: {
    sound: { url: "/media/clips/x.m4a", bytes: 14_400_000 },
    picture: { url: "/media/clips/x.tiny.mp4", bytes: 61_000_000 },
  },
};

/** Partly watched on another device. */
const BEGUN_VIDEO: Video = { ...OWN_VIDEO, id: "clip-begun" };

function Modal({ video }: { video: Video }) {
  return <VideoModal video={video} category={CATEGORY.id} limit={null} onClose={nothing} />;
}

function Row() {
  const { home } = useMessages();
  return (
    <div className="page">
      <VideoRow
        id="confirmations"
        title={home.rows["prophecy-confirmations"]}
        playlistId="list"
        viewAllPath="/"
      />
    </div>
  );
}

const row: GalleryState = { show: () => <Row /> };
const category: GalleryState = {
  at: CONFIRMATIONS.path,
  show: () => <CategoryPage category={CONFIRMATIONS} />,
};
const grid: GalleryState = { at: "/video-on-demand", show: () => <CategoryGrid /> };

/** Video lists, categories and the player of one video. */
export const STATES: GalleryStates = {
  "row-ready": {
    ...row,
    serve: withVideos(6),
    stored: {
      watchPositions: [{ ...OWN_VIDEO, id: "clip-no-1", category: "", seconds: 20, ofSeconds: 60 }],
    },
  },
  "row-loading": { ...row, serve: withPendingLists, isWaiting: true },
  "row-empty": { ...row, serve: withVideos(0) },
  "row-failed": { ...row, serve: withoutConnection },
  "row-of-the-devotional": {
    show: () => (
      <div className="page">
        <DevotionalRow />
      </div>
    ),
    serve: (server, language) =>
      server.answer(`GET /api/devotionals/${language}/today`, () =>
        json({ title: LONG_TITLE, verse: "Jean 3.16" }),
      ),
    act: ({ screen }) => screen.findByText("Jean 3.16"),
  },
  "category-ready": { ...category, serve: withVideos(LIST_LENGTH) },
  "category-last-page": {
    ...category,
    at: `${CONFIRMATIONS.path}?page=6`,
    serve: withVideos(LIST_LENGTH),
  },
  "category-on-one-page": {
    show: () => <CategoryPage category={CATEGORY} showAll />,
    serve: withVideos(30),
  },
  "category-stale": { ...category, serve: withVideos(3, { isStale: true }) },
  "category-loading": { ...category, serve: withPendingLists, isWaiting: true },
  "category-empty": { ...category, serve: withVideos(0) },
  "category-nothing-found": {
    ...category,
    at: `${CONFIRMATIONS.path}?q=une+expression+que+personne+ne+trouve`,
    serve: withVideos(3),
  },
  "category-filtered": {
    ...category,
    at: `${CONFIRMATIONS.path}?lang=fr&year=2026`,
    serve: withVideos(LIST_LENGTH),
  },
  "category-with-open-filters": {
    ...category,
    at: `${CONFIRMATIONS.path}?lang=fr`,
    serve: withVideos(LIST_LENGTH),
    act: ({ user, screen, language }) =>
      user.click(screen.getByText(categoryMessages[language].list.filters.all)),
  },
  "category-filtered-to-nothing": {
    ...category,
    at: `${CONFIRMATIONS.path}?q=psaume&lang=fr&year=2019&length=short`,
    serve: withVideos(9),
  },
  "category-unreachable": { ...category, serve: withoutConnection },
  "category-failed": { ...category, serve: withQuotaSpent },
  "category-of-announcements": {
    show: () => <CategoryPage category={ANNOUNCEMENTS} />,
    serve: withTheseVideos([PLATFORM_VIDEO]),
  },
  "grid-ready": grid,
  "grid-nothing-found": { ...grid, at: "/video-on-demand?q=introuvable" },
  "modal-playing": {
    show: () => <Modal video={OWN_VIDEO} />,
    serve: withVideos(8),
    frameSays: [{ v: 1, t: "ready" }],
    act: async (hand) => {
      await startPlayer(hand);
      await hand.screen.findByTitle(/Psalm 23/);
    },
  },
  "modal-further-elsewhere": {
    show: () => <Modal video={BEGUN_VIDEO} />,
    serve: (server) => {
      const place = { position: 720, duration: 3_723, state: "watching", device: "phone" } as const;
      void putItem("watch-mark", BEGUN_VIDEO.id, place);
      return withVideos(8)(server);
    },
    act: ({ screen, language }) =>
      screen.findByRole("region", { name: laterMessages[language].elsewhere }),
  },
  "modal-with-chapters": {
    show: () => <Modal video={CHAPTERS_VIDEO} />,
    serve: withTheseVideos([CHAPTERS_VIDEO]),
    frameSays: [{ v: 1, t: "time", pos: 750, dur: 3_000 }],
  },
  "modal-with-media-to-keep": {
    site: () => ({ hasWorker: true }),
    prepare: giveWorkers,
    show: () => <Modal video={KEEP_VIDEO} />,
    serve: withTheseVideos([KEEP_VIDEO]),
    act: async ({ user, screen, language }) => {
      const { keep, kinds } = keptMessages[language];
      await user.click(await screen.findByRole("button", { name: new RegExp(`^${keep}`) }));
      await screen.findByText(kinds.sound);
    },
  },
  "modal-at-the-end": {
    show: () => <Modal video={OWN_VIDEO} />,
    serve: withVideos(8),
    frameSays: [{ v: 1, t: "state", s: "ended" }],
    act: async (hand) => {
      await startPlayer(hand);
      await hand.screen.findByRole("region", { name: videoDetailsMessages[hand.language].upNext });
    },
  },
  "mini-player": {
    show: () => <Modal video={OWN_VIDEO} />,
    serve: withVideos(8),
    frameSays: [{ v: 1, t: "state", s: "playing" }],
    act: async (hand) => {
      await startPlayer(hand);
      const texts = videoDetailsMessages[hand.language];
      await hand.user.click(await hand.screen.findByRole("button", { name: texts.miniPlayer }));
      await hand.screen.findByRole("button", { name: listenMessages[hand.language].pause });
    },
  },
  "modal-asking": {
    show: () => <Modal video={PLATFORM_VIDEO} />,
    serve: withVideos(8),
    stored: { dataSaver: "on" },
  },
};
