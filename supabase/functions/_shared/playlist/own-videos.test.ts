import { afterEach, expect, it } from "vitest";
import { fakeVideos } from "#tests/fakes/youtube/catalogue.ts";
import { MUSIC, SERMONS, startPlaylistFunction } from "./playlist-function.fixture.ts";
import type { Reply, TestedFunction } from "./playlist-function.fixture.ts";

const own = (number: number, more: object = {}) => ({
  id: `clip-own-00000000000${number}`,
  category: "sermons",
  language: "en",
  title: `Own ${number}`,
  description: "About it.",
  speaker: "Ann",
  passage: "",
  seconds: 3_723,
  publishedAt: `2026-11-2${number}T10:00:00.000Z`,
  soundOf: null,
  bytes: 1_000,
  views: 0,
  ...more,
});
const SOUND = { url: "/media/own/x/sound.m4a", playlist: "/media/own/x/sound.m3u8" };

let tested: TestedFunction;

async function start(ownVideos: readonly object[], env = {}): Promise<void> {
  tested = await startPlaylistFunction({
    playlists: { [SERMONS]: fakeVideos("s", 3), [MUSIC]: fakeVideos("m", 2) },
    env: { OWN_VIDEOS: JSON.stringify(ownVideos), ...env },
  });
}
afterEach(() => tested.close());

const idsOf = ({ answer }: Reply): string[] => answer?.videos.map(({ id }) => id) ?? [];

it("lists own videos of the category before those of the platform, in the same shape", async () => {
  const keep = { sound: { url: "/media/own/x/sound.m4a?v=1", bytes: 500 } };
  await start([own(2, { keep }), own(1, { keep })]);
  const reply = await tested.invoke(SERMONS);
  expect(idsOf(reply)).toEqual([
    "clip-own-000000000002",
    "clip-own-000000000001",
    "s0001______",
    "s0002______",
    "s0003______",
  ]);
  expect(reply.answer).toMatchObject({ source: "api", stale: false });
  expect(reply.answer?.videos[0]).toEqual({
    id: "clip-own-000000000002",
    title: "Own 2",
    description: "About it.",
    thumbnail: "/img/clip/clip-own-000000000002",
    duration: "1:02:03",
    viewCount: "0 views",
    publishedAt: "2026-11-22T10:00:00.000Z",
    language: "en",
  });
  expect(idsOf(await tested.invoke(MUSIC))).toHaveLength(2);
  const single = await tested.getVideo(SERMONS, "clip-own-000000000001");
  expect(single.answer?.videos[0]).toMatchObject({
    bytes: 1_000,
    said: { speaker: "Ann" },
    keep,
  });
});

it("adds own sound to the video of the platform, which is in no list of its own", async () => {
  const sound = { ...SOUND, bytes: 500, seconds: 60 };
  await start([own(1, { soundOf: "s0002______", sound })]);
  expect(idsOf(await tested.invoke(SERMONS))).toHaveLength(3);
  const single = await tested.getVideo(SERMONS, "s0002______");
  expect(single.answer?.videos[0]?.sound).toEqual(sound);
});

it("lists own videos while the platform cannot be read", async () => {
  await start([own(1)], { PLAYLISTS: JSON.stringify({ sermons: "PLgoneGoneGone" }) });
  const reply = await tested.invoke("PLgoneGoneGone");
  expect(idsOf(reply)).toEqual(["clip-own-000000000001"]);
  expect(reply.answer?.stale).toBe(true);
});

it("builds the response once, and again when own videos change", async () => {
  await start([own(1)]);
  const first = await tested.get(SERMONS);
  const again = await tested.get(SERMONS);
  expect(again.headers.get("etag")).toBe(first.headers.get("etag"));
  tested.restart({ OWN_VIDEOS: JSON.stringify([own(2), own(1)]) });
  expect((await tested.get(SERMONS)).headers.get("etag")).not.toBe(first.headers.get("etag"));
});
