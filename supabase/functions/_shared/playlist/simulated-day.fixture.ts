import { fakeVideo, type FakeVideo, fakeVideos } from "#tests/fakes/youtube/catalogue.ts";
import { MINUTE_MS } from "@reign-tv/kit/durations.ts";
import { startPlaylistFunction } from "./playlist-function.fixture.ts";

/** End at which an owner adds new videos. */
export type Order = "newest on top" | "newest at the end";

type SimulatedList = { readonly count: number; readonly order: Order };

/** Returns `count` videos a day apart, in the owner's order. */
export function listOf(prefix: string, count: number, order: Order): FakeVideo[] {
  const videos = fakeVideos(prefix, count);
  return order === "newest on top" ? videos : videos.toReversed();
}

export const upload = (id: string, publishedAt = "2026-11-21T12:05:00Z"): FakeVideo =>
  fakeVideo(id, { publishedAt });

const DAY_MINUTES = 24 * 60;
const START_MS = Date.parse("2026-11-21T12:00:00Z");
const LIMIT_MINUTES = 15;

/**
 * Simulates a day with requests for the newest videos of each list every minute, and three new
 * videos per list.
 *
 * @returns ids that did not appear within 15 minutes, and the units of the day
 */
export async function simulateDay(
  lists: readonly SimulatedList[],
): Promise<{ late: string[]; units: number }> {
  const playlistIds = lists.map((_list, index) => [index, `PLsimulated${index}`]);
  const env = { PLAYLISTS: JSON.stringify(Object.fromEntries(playlistIds)) };
  const playlists = Object.fromEntries(
    lists.map(({ count, order }, index) => [
      `PLsimulated${index}`,
      listOf(`${index}v`, count, order),
    ]),
  );
  const tested = await startPlaylistFunction({ playlists, env });
  const catalogue = tested.fake.catalogue.playlists;
  const newest = async (playlistId: string): Promise<string[]> => {
    const { answer } = await tested.post({ playlistId, limit: 5 });
    return (answer?.videos ?? []).map(({ id }) => id);
  };
  const waiting = new Map<string, { playlistId: string; atMinute: number }>();
  const late: string[] = [];
  for (let minute = 0; minute < DAY_MINUTES; minute += 1) {
    for (const [index, { order }] of lists.entries()) {
      const playlistId = `PLsimulated${index}`;
      await newest(playlistId);
      await tested.settle();
      const added = [...waiting].filter(([, one]) => one.playlistId === playlistId);
      const seen = added.length > 0 ? await newest(playlistId) : [];
      for (const id of seen) waiting.delete(id);
      late.push(
        ...added.filter(([, { atMinute }]) => minute - atMinute > LIMIT_MINUTES).map(([id]) => id),
      );
      if (minute % 480 !== 100 + 35 * index) continue;
      const publishedAt = new Date(START_MS + minute * MINUTE_MS).toISOString();
      const video = upload(`${index}n${minute}`, publishedAt);
      const now = catalogue.get(playlistId) ?? [];
      catalogue.set(playlistId, order === "newest on top" ? [video, ...now] : [...now, video]);
      waiting.set(video.id, { playlistId, atMinute: minute });
    }
    tested.pass(MINUTE_MS);
  }
  const units = tested.fake.units();
  await tested.close();
  return { late, units };
}
