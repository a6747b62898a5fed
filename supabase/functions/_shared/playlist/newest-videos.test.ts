import { afterEach, describe, expect, it } from "vitest";
import { fakeVideo } from "#tests/fakes/youtube/catalogue.ts";
import type { FakeVideo } from "#tests/fakes/youtube/catalogue.ts";
import { HOUR_MS, MINUTE_MS } from "@reign-tv/kit/durations.ts";
import { SERMONS, startPlaylistFunction } from "./playlist-function.fixture.ts";
import type { TestedFunction, TestedOptions } from "./playlist-function.fixture.ts";
import { listOf, type Order, upload } from "./simulated-day.fixture.ts";

/** How soon a new video appears, at which position, and at what cost. */

let tested: TestedFunction;

async function start(list: readonly FakeVideo[], options: TestedOptions = {}): Promise<void> {
  tested = await startPlaylistFunction({ playlists: { [SERMONS]: list }, ...options });
}

afterEach(async () => {
  await tested.close();
});

function setList(playlistId: string, videos: readonly FakeVideo[]): void {
  tested.fake.catalogue.playlists.set(playlistId, videos);
}

const listed = (playlistId: string): readonly FakeVideo[] =>
  tested.fake.catalogue.playlists.get(playlistId) ?? [];

async function idsOf(playlistId: string, limit?: number): Promise<string[]> {
  const { answer } = await tested.post({ playlistId, ...(limit && { limit }) });
  return (answer?.videos ?? []).map(({ id }) => id);
}

/** Returns the list that visitors see 15 minutes later. */
async function quarterLater(playlistId = SERMONS, limit?: number): Promise<string[]> {
  tested.pass(15 * MINUTE_MS);
  await idsOf(playlistId);
  await tested.settle();
  return await idsOf(playlistId, limit);
}

describe("a new video", () => {
  it.each<[number, Order]>([
    [12, "newest on top"],
    [12, "newest at the end"],
    [50, "newest at the end"],
    [63, "newest on top"],
    [63, "newest at the end"],
    [100, "newest at the end"],
    [1_200, "newest on top"],
    [1_200, "newest at the end"],
  ])("appears after 15 minutes in a list of %i, %s", async (count, order) => {
    await start(listOf("s", count, order));
    await idsOf(SERMONS);
    const added = upload("added");
    setList(
      SERMONS,
      order === "newest on top" ? [added, ...listed(SERMONS)] : [...listed(SERMONS), added],
    );
    expect(await quarterLater()).toContain("added______");
    expect(await idsOf(SERMONS, 5)).toEqual([
      "added______",
      "s0001______",
      "s0002______",
      "s0003______",
      "s0004______",
    ]);
  });

  it.each<Order>(["newest on top", "newest at the end"])(
    "appears after 15 minutes at the opposite end of a list with the %s",
    async (order) => {
      await start(listOf("s", 200, order));
      await idsOf(SERMONS);
      const added = upload("added");
      setList(
        SERMONS,
        order === "newest on top" ? [...listed(SERMONS), added] : [added, ...listed(SERMONS)],
      );
      expect((await quarterLater(SERMONS, 5))[0]).toBe("added______");
    },
  );

  it("appears while another one disappears", async () => {
    await start(listOf("s", 200, "newest at the end"));
    await idsOf(SERMONS);
    setList(SERMONS, [...listed(SERMONS).slice(1), upload("added")]);
    expect((await quarterLater()).at(-1)).toBe("added______");
  });

  it("appears although the list has lost its last page before", async () => {
    await start(listOf("s", 101, "newest at the end"));
    await idsOf(SERMONS);
    setList(SERMONS, [...listed(SERMONS).slice(2), upload("added")]);
    expect((await quarterLater(SERMONS, 5))[0]).toBe("added______");
  });

  it("appears with all others when a hundred are appended at once", async () => {
    await start(listOf("s", 80, "newest at the end"));
    await idsOf(SERMONS);
    setList(SERMONS, [...listed(SERMONS), ...listOf("x", 100, "newest at the end")]);
    expect(await quarterLater()).toHaveLength(180);
  });

  it("appears when its owner makes it public", async () => {
    const secret = fakeVideo("secret", { state: "private" });
    await start([...listOf("s", 63, "newest at the end"), secret]);
    expect(await idsOf(SERMONS)).not.toContain("secret_____");
    setList(SERMONS, [...listed(SERMONS).slice(0, -1), upload("secret")]);
    expect((await quarterLater()).at(-1)).toBe("secret_____");
  });

  it("appears after an hour in the middle of a list", async () => {
    await start(listOf("s", 150, "newest on top"));
    await idsOf(SERMONS);
    setList(SERMONS, listed(SERMONS).toSpliced(75, 0, upload("added")));
    expect(await quarterLater()).not.toContain("added______");
    tested.pass(HOUR_MS);
    expect((await quarterLater())[75]).toBe("added______");
  });

  it("appears at once for the visitor who refreshes", async () => {
    await start(listOf("s", 200, "newest at the end"));
    await idsOf(SERMONS);
    setList(SERMONS, [...listed(SERMONS), upload("added")]);
    tested.pass(MINUTE_MS);
    const { answer } = await tested.invoke(SERMONS, true);
    expect(answer?.videos.at(-1)?.id).toBe("added______");
  });
});

describe("a long list", () => {
  it("keeps its newest thousand in its own order", async () => {
    await start(listOf("s", 1_200, "newest at the end"));
    const ids = await idsOf(SERMONS);
    expect(ids).toHaveLength(1_000);
    expect([ids[0], ids.at(-1)]).toEqual(["s1000______", "s0001______"]);
  });

  it("drops the oldest for a new one", async () => {
    await start(listOf("s", 1_000, "newest at the end"));
    await idsOf(SERMONS);
    setList(SERMONS, [...listed(SERMONS), upload("added")]);
    const ids = await quarterLater();
    expect([ids.length, ids[0], ids.at(-1)]).toEqual([1_000, "s0999______", "added______"]);
  });
});

describe("a changed video", () => {
  it("updates the state of a broadcast every 15 minutes", async () => {
    await start([fakeVideo("air", { live: "live" }), ...listOf("s", 63, "newest on top")]);
    await idsOf(SERMONS);
    setList(SERMONS, [fakeVideo("air"), ...listed(SERMONS).slice(1)]);
    await quarterLater();
    const { answer } = await tested.invoke(SERMONS);
    expect(answer?.videos[0]).toMatchObject({ id: "air________", duration: "1:02:03" });
  });

  it("updates a title at either end after 15 minutes", async () => {
    await start(listOf("s", 63, "newest at the end"));
    await idsOf(SERMONS);
    const last = upload("s0001", "2026-10-04T10:00:00Z");
    setList(SERMONS, [...listed(SERMONS).slice(0, -1), { ...last, title: "Corrected" }]);
    await quarterLater();
    const { answer } = await tested.invoke(SERMONS);
    expect(answer?.videos.at(-1)?.title).toBe("Corrected");
  });

  it("disappears when it becomes private", async () => {
    await start(listOf("s", 63, "newest at the end"));
    await idsOf(SERMONS);
    const hidden = fakeVideo("s0001", { state: "private" });
    setList(SERMONS, [...listed(SERMONS).slice(0, -1), hidden]);
    expect((await quarterLater()).at(-1)).toBe("s0002______");
  });

  it("is not requested every time when it may not be embedded", async () => {
    await start([
      fakeVideo("foreign", { isEmbeddable: false }),
      ...listOf("s", 63, "newest on top"),
    ]);
    await idsOf(SERMONS);
    const asked = tested.fake.requestsTo("videos").length;
    for (let quarter = 0; quarter < 8; quarter += 1) await quarterLater();
    expect(tested.fake.requestsTo("videos")).toHaveLength(asked);
  });
});
