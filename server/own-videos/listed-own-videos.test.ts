import { expect, it } from "vitest";
import type { OwnVideoFacts } from "#shared/contracts/own-videos.ts";
import { createListedOwnVideos } from "./listed-own-videos.ts";

const VIDEO: OwnVideoFacts = {
  id: "clip-own-0123456789ab",
  language: "en",
  category: "sermons",
  title: "Come home",
  description: "A sermon.",
  speaker: "Ann",
  passage: "John 3:16",
  show: null,
  offlineAllowed: false,
  chapters: [
    { at: 65.4, title: "Song" },
    { at: 3_700, title: "Sermon" },
  ],
  soundOf: null,
  seconds: 4_000,
  hasPicture: true,
  hasPoster: false,
  captions: [],
  publishedAt: "2026-11-22T11:00:00.000Z",
  files: { video: 1_000, sound: 100, low: null },
  revision: 3,
};

it("lists own videos with their files, views, and chapters as lines from 0:00 on", () => {
  const videos = [VIDEO];
  const views = { revision: 0, viewsOf: () => views.revision };
  const listed = createListedOwnVideos({ list: () => videos }, views);
  expect(listed()[0]).toMatchObject({
    description: "A sermon.\n\n0:00 Come home\n1:05 Song\n1:01:40 Sermon",
    bytes: 1_000,
    sound: {
      url: "/media/own/clip-own-0123456789ab/sound.m4a?v=3",
      playlist: "/media/own/clip-own-0123456789ab/sound.m3u8?v=3",
      bytes: 100,
      seconds: 4_000,
    },
    views: 0,
  });
  expect(listed()[0]).not.toHaveProperty("saverBytes");
  expect(listed()).toBe(listed());
  views.revision = 7;
  expect(listed()[0]?.views).toBe(7);
});

it("offers the small rendition with its captions to be kept", () => {
  const files = { ...VIDEO.files, low: 50 };
  const video = { ...VIDEO, offlineAllowed: true, captions: ["fr"], files };
  const views = { revision: 0, viewsOf: () => 0 };
  const [listed] = createListedOwnVideos({ list: () => [video] }, views)();
  const address = "/media/own/clip-own-0123456789ab";
  expect(listed?.keep).toEqual({
    sound: { url: `${address}/sound.m4a?v=3`, bytes: 100 },
    picture: {
      url: `${address}/low.mp4?v=3`,
      bytes: 50,
      captions: [{ language: "fr", url: `${address}/captions.fr.vtt?v=3` }],
    },
  });
});
