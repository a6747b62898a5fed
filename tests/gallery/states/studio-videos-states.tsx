import { videosMessages } from "#shared/messages/studio/videos.ts";
import type { GalleryState, GalleryStates } from "#tests/gallery/gallery-state.ts";
import { LONG_TITLE } from "#tests/gallery/long-texts.ts";
import { OWN_VIDEO } from "#tests/gallery/sample-videos.ts";
import { STUDIO_FILE } from "#tests/gallery/studio-file.ts";
import { type FakeServer, json } from "#tests/support/fake-server.ts";
import { InStudio } from "#tests/support/studio-wrapper.tsx";
import { MEMBER } from "#tests/support/member.ts";
import { serveStudio } from "#tests/support/studio-server.ts";
import { VideosPage } from "#web/features/studio/videos/videos-page.tsx";

/** Keeps the no-break spaces of French texts. */
const EXACT = { collapseWhitespace: false } as const;
const DOCUMENTS = {
  "category/movies": { isHidden: true },
  "category/choir": { title: { en: "Choir", fr: "Chorale" }, playlist: "own-list-choir" },
  "list/choir": {
    videos: [
      { id: "clip-one", title: LONG_TITLE },
      { id: "clip-two", title: "Two" },
    ],
  },
  "video/clip-one": {
    links: [{ id: "clip-two", title: "Two", relation: "testimony", consent: "" }],
  },
  "video/clip-hidden": { isHidden: true, sourceTitle: LONG_TITLE },
};

function serve(server: FakeServer): void {
  serveStudio(server, { documents: DOCUMENTS });
  server.answer("GET /api/studio/file", () => json(STUDIO_FILE));
  server.answer("GET /functions/v1/youtube-playlist-videos", () =>
    json({
      videos: [
        ["clip-one", LONG_TITLE],
        ["clip-three", "Three"],
      ].map(([id, title]) => ({ ...OWN_VIDEO, id, title })),
      source: "rss",
      fetchedAt: "2026-06-14T09:00:00Z",
      stale: true,
    }),
  );
}

const list: GalleryState = {
  at: "/studio/videos",
  member: MEMBER,
  show: () => (
    <InStudio>
      <VideosPage />
    </InStudio>
  ),
  serve,
  act: ({ screen, language }) => screen.findByText(videosMessages[language].hiddenVideos, EXACT),
};

export const STATES: GalleryStates = {
  list,
  "adding-refused": {
    ...list,
    act: async ({ user, screen, language }) => {
      const { add, newCategory, faults } = videosMessages[language];
      await user.click(await screen.findByRole("button", { name: add }));
      await user.click(screen.getByRole("button", { name: newCategory.go }));
      await screen.findByText(faults.playlist, EXACT);
    },
  },
  category: {
    ...list,
    at: "/studio/videos/music",
    act: ({ screen, language }) =>
      screen.findByLabelText(videosMessages[language].category.search, EXACT),
  },
  "own-list": {
    ...list,
    at: "/studio/videos/choir",
    act: async ({ user, screen, language }) => {
      const { ownList, picker } = videosMessages[language];
      await user.type(await screen.findByLabelText(ownList.find, EXACT), "three");
      await screen.findByRole("button", { name: picker.addOf("Three") });
    },
  },
  video: {
    ...list,
    at: "/studio/videos/music?video=clip-one",
    act: ({ screen, language }) =>
      screen.findByRole("heading", { name: videosMessages[language].video.title }),
  },
};
