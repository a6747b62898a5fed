import { searchMessages } from "#shared/messages/search.ts";
import type { SiteSearch, SuggestAnswer, VideoHit } from "#shared/contracts/search.ts";
import type { GalleryState, GalleryStates } from "#tests/gallery/gallery-state.ts";
import { LONG_TITLE } from "#tests/gallery/long-texts.ts";
import { OWN_VIDEO, PLATFORM_VIDEO } from "#tests/gallery/sample-videos.ts";
import { json, onHold } from "#tests/support/fake-server.ts";
import { SearchDialog } from "#web/features/search/search-dialog.tsx";
import { SearchPage } from "#web/features/search/search-page.tsx";
import { VideoGrid } from "#web/features/videos/video-grid.tsx";

const SEARCH = "GET /api/search";
const SUGGEST = "GET /api/search/suggest";
const VERSE = "My beloved spake, and said unto me, Rise up, my love, my fair one, and come away.";
const nothing = (): void => undefined;

const VIDEOS: VideoHit[] = [
  { ...PLATFORM_VIDEO, category: "sermons", path: "/videos/sermons" },
  { ...OWN_VIDEO, category: "music", path: "/videos/music" },
];

const KJV = { name: "King James Version", language: "en" };

const EMPTY: SiteSearch = {
  query: "love",
  reference: null,
  videos: { total: 0, hits: [] },
  devotionals: { total: 0, hits: [] },
  bible: { total: 0, hits: [], version: null },
  pages: { total: 0, hits: [] },
  nearest: [],
  isPartial: false,
  missing: [],
};

const FULL: SiteSearch = {
  ...EMPTY,
  reference: { name: "Song of Solomon 2:10", path: "/bible", text: VERSE, version: KJV },
  videos: { total: 1_234, hits: VIDEOS },
  devotionals: {
    total: 1,
    hits: [
      { title: LONG_TITLE, verse: VERSE, excerpt: VERSE, path: "/devotional", date: "2026-06-14" },
    ],
  },
  bible: {
    total: 2,
    hits: [
      { name: "Song of Solomon 2:10", path: "/bible?verse=10", text: VERSE, ranges: [[3, 10]] },
    ],
    version: KJV,
  },
  pages: {
    total: 2,
    hits: [
      { title: "Bible", description: VERSE, address: "/bible" },
      { title: LONG_TITLE, description: VERSE, address: "https://example.org/" },
    ],
  },
  isPartial: true,
  missing: ["sermons", "devotionals"],
};

const SUGGESTED: SuggestAnswer = {
  query: "love",
  suggestions: [
    {
      kind: "reference",
      title: "Song of Solomon 2:10",
      address: "/bible",
      category: null,
      thumbnail: null,
    },
    {
      kind: "video",
      title: LONG_TITLE,
      address: "/videos/sermons?v=AAAAAAAA001",
      category: "sermons",
      thumbnail: PLATFORM_VIDEO.thumbnail,
    },
  ],
};

function answering(answer: () => Response | Promise<Response>): GalleryState {
  return {
    at: "/search?q=love",
    show: () => <SearchPage VideoList={VideoGrid} />,
    serve: (server) => {
      server.answer(SEARCH, answer);
      server.answer(SUGGEST, () => json(SUGGESTED));
    },
  };
}

const finding = (answer: SiteSearch) => answering(() => json(answer));

/** Search before and after a query, and over another page. */
export const STATES: GalleryStates = {
  start: { ...finding(EMPTY), at: "/search" },
  "start-after-others": {
    ...finding(EMPTY),
    at: "/search?q=l",
    stored: { "search-history": ["grace", LONG_TITLE] },
  },
  found: finding(FULL),
  nothing: finding({ ...EMPTY, nearest: VIDEOS }),
  failed: {
    ...answering(() => json({ error: "away" }, 500)),
    act: ({ screen, language }) =>
      screen.findByText(searchMessages[language].failed, { collapseWhitespace: false }),
  },
  searching: { ...answering(onHold().answering), isWaiting: true },
  suggesting: {
    ...finding(EMPTY),
    show: () => <SearchDialog onClose={nothing} />,
    act: async ({ user, screen }) => {
      await user.type(screen.getByRole("combobox"), "love");
      await screen.findByText(LONG_TITLE);
      await user.keyboard("{ArrowDown}");
    },
  },
};
