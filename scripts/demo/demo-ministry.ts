import { readFileSync } from "node:fs";
import { fakeVideo, fakeVideos, type FakeVideo } from "#tests/fakes/youtube/catalogue.ts";

/** Enough for five pages of a category. */
const LONG_LIST_LENGTH = 120;
const LONG_LIST_ID = "PLdemo-sermons-long";
/** The platform does not know this one: its category and its row on Home show what a failure shows. */
const FAILING_LIST_ID = "PLdemo-movies-missing";
const MIXED_LIST_ID = "PLdemo-testimonies-mixed";

/** What the platform of the demonstration holds. */
export const DEMO_PLAYLISTS: Readonly<Record<string, readonly FakeVideo[]>> = {
  [LONG_LIST_ID]: fakeVideos("sermon", LONG_LIST_LENGTH),
  [MIXED_LIST_ID]: [
    fakeVideo("long", {
      title:
        "Témoignage d’une famille entière, de Kinshasa à Bruxelles en passant par Harare : comment la prière de toute une assemblée a porté la guérison",
    }),
    fakeVideo("hidden", { title: "A video whose owner hides the views", views: null }),
    fakeVideo("unseen", { title: "A video that nobody has watched yet", views: 0 }),
    fakeVideo("noframe", { title: "A video that may not be embedded", isEmbeddable: false }),
    fakeVideo("private", { title: "A private video", state: "private" }),
    fakeVideo("small", { title: "A video with small pictures only", pictures: ["default"] }),
  ],
};

/**
 * The ministry of the repository with a long list, a list of odd videos, one that fails, and a French
 * channel whose stream is dead. Text of a `ministry.json`.
 */
export function demoMinistry(path: string): string {
  const ministry = JSON.parse(readFileSync(path, "utf8"));
  ministry.playlists.sermons = LONG_LIST_ID;
  ministry.playlists.testimonies = MIXED_LIST_ID;
  ministry.playlists.movies = FAILING_LIST_ID;
  ministry.channels.french.source = { kind: "hls", url: "https://dead.reign-tv.example/live.m3u8" };
  return JSON.stringify(ministry, null, 2);
}
