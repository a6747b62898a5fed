import {
  type BuiltInCategoryId,
  type Category,
  CATEGORY_IDS,
  categoryNamed,
} from "#shared/videos/categories.ts";
import type { PlaylistVideos, Video } from "#shared/contracts/playlist-videos.ts";
import { type FakeServer, json, onHold, unreachable } from "#tests/support/fake-server.ts";
import { LONG_TITLE } from "./long-texts.ts";

const PLAYLIST = "GET /functions/v1/youtube-playlist-videos";

/** A platform video with long texts. */
export const PLATFORM_VIDEO: Video = {
  id: "AAAAAAAA001",
  title: LONG_TITLE,
  description: `${LONG_TITLE}. `.repeat(4),
  thumbnail: "/img/yt/AAAAAAAA001",
  duration: "1:02:03",
  viewCount: "12K views",
  publishedAt: "2026-06-10T10:00:00Z",
  language: "fr",
};

/** A library video with a title only. */
export const OWN_VIDEO: Video = {
  id: "clip-psalm-23",
  title: "Psalm 23",
  description: "The Lord is my shepherd.",
  thumbnail: "/img/clip/clip-psalm-23",
  duration: "",
  viewCount: "",
  publishedAt: "2025-06-09T10:00:00Z",
  language: "en",
};

function videos(count: number): Video[] {
  return Array.from({ length: count }, (_, index) => {
    const video = index % 3 === 0 ? PLATFORM_VIDEO : OWN_VIDEO;
    return { ...video, id: `clip-no-${index + 1}`, title: `${index + 1}. ${video.title}` };
  });
}

function listOf(shown: readonly Video[], stale: boolean): PlaylistVideos {
  return { videos: [...shown], source: "api", fetchedAt: "2026-06-14T07:00:00Z", stale };
}

/** Makes the server respond with lists of this length. */
export function withVideos(count: number, { isStale = false } = {}): (server: FakeServer) => void {
  return withTheseVideos(videos(count), isStale);
}

/** Makes the server respond with these videos. */
export function withTheseVideos(
  shown: readonly Video[],
  isStale = false,
): (server: FakeServer) => void {
  return (server) =>
    server.answer(PLAYLIST, ({ search }) => {
      const limit = Number(search.get("limit") ?? shown.length);
      return json(listOf(shown.slice(0, limit), isStale));
    });
}

/** Keeps requests for lists pending. */
export function withPendingLists(server: FakeServer): void {
  server.answer(PLAYLIST, onHold().answering);
}

/** Makes the server unreachable. */
export function withoutConnection(server: FakeServer): void {
  server.answer(PLAYLIST, unreachable);
}

/** Makes the server respond that its quota is used up. */
export function withQuotaSpent(server: FakeServer): void {
  server.answer(PLAYLIST, () =>
    json({ error: "The daily quota of the platform is used up", code: "quota_exceeded" }, 503),
  );
}

/** Returns a built-in category with the bundled library's list. @throws Error when it does not exist. */
export function sampleCategory(id: BuiltInCategoryId): Category {
  const playlists = Object.fromEntries(CATEGORY_IDS.map((one) => [one, `library-${one}`]));
  const category = categoryNamed({ playlists }, id);
  if (category === null) throw new Error(`There is no category "${id}"`);
  return category;
}
