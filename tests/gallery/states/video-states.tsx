import { CATEGORIES } from "#shared/videos/categories.ts";
import type { GalleryState, GalleryStates } from "#tests/gallery/gallery-state.ts";
import {
  OWN_VIDEO,
  PLATFORM_VIDEO,
  withoutAnswer,
  withoutConnection,
  withQuotaSpent,
  withTheseVideos,
  withVideos,
} from "#tests/gallery/sample-videos.ts";
import { CategoryGrid } from "#web/features/videos/category-grid.tsx";
import { CategoryPage } from "#web/features/videos/category-page.tsx";
import { DevotionalRow } from "#web/features/videos/devotional-row.tsx";
import { VideoModal } from "#web/features/videos/video-modal.tsx";
import { VideoRow } from "#web/features/videos/video-row.tsx";
import { useMessages } from "#web/lib/site.ts";

const [CATEGORY] = CATEGORIES;
const CONFIRMATIONS = CATEGORIES[2];
const ANNOUNCEMENTS = CATEGORIES[8];
const LIST_LENGTH = 130;
const nothing = (): void => undefined;

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

/** Lists of videos, categories and the player of one video. */
export const VIDEO_STATES: GalleryStates = {
  "row-ready": {
    ...row,
    serve: withVideos(6),
    stored: {
      watchPositions: [{ ...OWN_VIDEO, id: "clip-no-1", category: "", seconds: 20, ofSeconds: 60 }],
    },
  },
  "row-loading": { ...row, serve: withoutAnswer, isWaiting: true },
  "row-empty": { ...row, serve: withVideos(0) },
  "row-failed": { ...row, serve: withoutConnection },
  "row-of-the-devotional": {
    show: () => (
      <div className="page">
        <DevotionalRow link="/devotional" />
      </div>
    ),
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
  "category-loading": { ...category, serve: withoutAnswer, isWaiting: true },
  "category-empty": { ...category, serve: withVideos(0) },
  "category-nothing-found": {
    ...category,
    at: `${CONFIRMATIONS.path}?q=une+expression+que+personne+ne+trouve`,
    serve: withVideos(3),
  },
  "category-unreachable": { ...category, serve: withoutConnection },
  "category-failed": { ...category, serve: withQuotaSpent },
  "category-of-announcements": {
    show: () => <CategoryPage category={ANNOUNCEMENTS} />,
    serve: withTheseVideos([PLATFORM_VIDEO]),
  },
  "grid-ready": { ...grid, serve: withVideos(1) },
  "grid-loading": { ...grid, serve: withoutAnswer, isWaiting: true },
  "grid-nothing-found": { ...grid, at: "/video-on-demand?q=introuvable", serve: withVideos(1) },
  "modal-playing": {
    show: () => <VideoModal video={OWN_VIDEO} onClose={nothing} />,
    frameSays: [{ v: 1, t: "ready" }],
    act: ({ screen }) => screen.findByTitle(/Psalm 23/),
  },
  "modal-asking": {
    show: () => <VideoModal video={PLATFORM_VIDEO} onClose={nothing} />,
    stored: { dataSaver: "on" },
  },
};
