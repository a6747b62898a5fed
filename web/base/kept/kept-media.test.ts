import { expect, it, vi } from "vitest";
import { PART_BYTES, readKeptCaptions, readKeptFile } from "#shared/media/kept-media.ts";
import { fileOf, NEW_ITEM, openTestedMedia, type TestedMedia } from "./kept-media.fixture.ts";
import type { KeptMediaDeps } from "./kept-media.ts";

const { url } = NEW_ITEM;
const BYTES = 2 * PART_BYTES + 100;
const LARGE = { ...NEW_ITEM, bytes: BYTES };
const SECOND = { ...NEW_ITEM, url: "/media/clips/clip-two.m4a?v=1" };

function entries({ media }: TestedMedia) {
  return media.current().entries?.map(({ state, arrived }) => [state, arrived]);
}

/** True when the kept file has these bytes; comparing megabytes one by one would take seconds. */
async function isKept({ store }: TestedMedia, bytes: Uint8Array): Promise<boolean> {
  const file = await readKeptFile(store, url);
  return file !== null && Buffer.from(await file.arrayBuffer()).equals(bytes);
}

function openLarge(part: Partial<KeptMediaDeps> = {}): TestedMedia {
  const tested = openTestedMedia(part);
  tested.files.set(url, { body: fileOf(BYTES), etag: '"a"' });
  return tested;
}

it("downloads a file in parts and asks the browser to keep it", async () => {
  const tested = openLarge();
  await tested.media.keep(LARGE);
  expect(entries(tested)).toEqual([["kept", BYTES]]);
  expect(await isKept(tested, fileOf(BYTES))).toBe(true);
  expect(tested.asked).toHaveLength(3);
  expect(tested.persist.times).toBe(1);
});

it("goes on after a cut at the last whole part", async () => {
  const tested = openLarge();
  tested.connection.answersLeft = 2;
  await tested.media.keep(LARGE);
  expect(entries(tested)).toEqual([["waiting", 2 * PART_BYTES]]);
  expect(tested.media.current().entries?.[0]?.isStalled).toBe(true);
  expect(await readKeptFile(tested.store, url)).toBeNull();
  tested.connection.answersLeft = 9;
  const stalled: (boolean | undefined)[] = [];
  tested.media.subscribe(() => stalled.push(tested.media.current().entries?.[0]?.isStalled));
  tested.reconnect();
  await vi.waitFor(() => expect(entries(tested)).toEqual([["kept", BYTES]]));
  expect(stalled.at(-1)).toBe(false);
  expect(tested.asked.at(-1)).toBe(`bytes=${2 * PART_BYTES}-${BYTES - 1}`);
  expect(await isKept(tested, fileOf(BYTES))).toBe(true);
});

it("goes on in the next tab after its own was closed", async () => {
  const tested = openLarge();
  tested.connection.answersLeft = 1;
  await tested.media.keep(LARGE);
  const next = openTestedMedia({}, tested.store);
  next.files.set(url, { body: fileOf(BYTES), etag: '"a"' });
  await next.media.run();
  expect(next.asked).toHaveLength(2);
  expect(await isKept(next, fileOf(BYTES))).toBe(true);
});

it("starts again when the file has changed since then", async () => {
  const tested = openLarge();
  tested.connection.answersLeft = 2;
  await tested.media.keep(LARGE);
  const body = fileOf(PART_BYTES + 7).toReversed();
  tested.files.set(url, { body, etag: '"b"' });
  tested.connection.answersLeft = 9;
  await tested.media.run();
  expect(entries(tested)).toEqual([["kept", body.length]]);
  expect(await isKept(tested, body)).toBe(true);
});

it("stores nothing when the device has too little space", async () => {
  const tested = openLarge({ freeBytes: () => Promise.resolve(BYTES - 1) });
  await tested.media.keep(LARGE);
  expect(tested.store.held.size).toBe(0);
  expect(tested.media.current().problems.get(url)).toEqual({
    kind: "full",
    bytes: BYTES,
    freeBytes: BYTES - 1,
  });
  expect(tested.asked).toEqual([]);
});

it("leaves nothing half when the device is full in the middle", async () => {
  const tested = openLarge();
  const { fetch } = createFetchSpy(tested, () => {
    tested.store.refuses = true;
  });
  await fetch();
  expect([...tested.store.held.keys()]).toEqual([]);
  expect(tested.media.current().problems.get(url)).toMatchObject({ kind: "full" });
});

/** Keeps a file; `atSecond` runs before its second part is asked for. */
function createFetchSpy(tested: TestedMedia, atSecond: () => void) {
  const stop = tested.media.subscribe(() => {
    if ((tested.media.current().entries?.[0]?.arrived ?? 0) >= PART_BYTES) atSecond();
  });
  return { fetch: () => tested.media.keep(LARGE).finally(stop) };
}

it("removes a download whose file is no longer offered", async () => {
  const tested = openTestedMedia();
  await tested.media.keep(LARGE);
  expect(entries(tested)).toEqual([]);
  expect(tested.media.current().problems.get(url)).toEqual({ kind: "gone" });
});

it("pauses, goes on, and is cancelled", async () => {
  const tested = openLarge();
  tested.connection.answersLeft = 1;
  await tested.media.keep(LARGE);
  await tested.media.pause(url);
  tested.connection.answersLeft = 9;
  await tested.media.run();
  expect(entries(tested)).toEqual([["paused", PART_BYTES]]);
  await tested.media.resume(url);
  expect(entries(tested)).toEqual([["kept", BYTES]]);
  await tested.media.remove(url);
  expect(tested.store.held.size).toBe(0);
});

it("a download that is deleted while it runs leaves no part", async () => {
  const tested = openLarge();
  let removed: Promise<void> | undefined;
  await createFetchSpy(tested, () => {
    removed ??= tested.media.remove(url);
  }).fetch();
  await removed;
  expect([...tested.store.held.keys()]).toEqual([]);
});

it("keeps captions beside a picture, and deletes them with it", async () => {
  const address = "/media/own/clip-own-1/captions.fr.vtt?v=1";
  const captions = [{ language: "fr", url: address }];
  const tested = openLarge();
  tested.files.set(address, { body: fileOf(20), etag: '"c"' });
  await tested.media.keep({ ...LARGE, kind: "picture", captions });
  await vi.waitFor(async () =>
    expect((await readKeptCaptions(tested.store, address))?.size).toBe(20),
  );
  expect(tested.media.current().entries).toMatchObject([{ captions }]);
  await tested.media.remove(url);
  expect([...tested.store.held.keys()]).toEqual([]);
});

it("downloads one file at a time, in order", async () => {
  const tested = openLarge();
  tested.files.set(SECOND.url, { body: fileOf(10), etag: '"s"' });
  await Promise.all([tested.media.keep(LARGE), tested.media.keep(SECOND)]);
  await vi.waitFor(() =>
    expect(entries(tested)).toEqual([
      ["kept", BYTES],
      ["kept", 10],
    ]),
  );
  expect(tested.asked.map((range) => range.endsWith("-9"))).toEqual([false, false, false, true]);
});

it("keeps a file once, however often it is asked for", async () => {
  const tested = openLarge();
  await tested.media.keep(LARGE);
  await tested.media.keep(LARGE);
  expect(tested.asked).toHaveLength(3);
});

it("two tabs do not download the same file twice", async () => {
  let last: Promise<void> = Promise.resolve();
  const alone = (work: () => Promise<void>) => (last = last.then(work));
  const one = openLarge({ alone });
  const other = openTestedMedia({ alone }, one.store);
  other.files.set(url, { body: fileOf(BYTES), etag: '"a"' });
  await Promise.all([one.media.keep(LARGE), other.media.keep(LARGE)]);
  expect(entries(one)).toEqual([["kept", BYTES]]);
  expect(one.asked.length + other.asked.length).toBe(3);
});

it("pauses at the visitor's data limit, and goes on beyond it when told", async () => {
  let limit = PART_BYTES;
  const tested = openLarge({
    count(bytes, onLimit) {
      limit -= bytes;
      if (limit < 0) onLimit();
    },
    goOn: () => {
      limit = Number.POSITIVE_INFINITY;
    },
  });
  await tested.media.keep(LARGE);
  await vi.waitFor(() => expect(entries(tested)).toEqual([["paused", PART_BYTES]]));
  expect(tested.media.current().problems.get(url)).toEqual({ kind: "limit" });
  await tested.media.resume(url);
  expect(entries(tested)).toEqual([["kept", BYTES]]);
  expect(tested.media.current().problems.size).toBe(0);
});

it("deletes after listening only what was played to its end, once it is over", async () => {
  const tested = openLarge();
  await tested.media.keep(LARGE);
  await tested.media.setDeleteAfterListening(url, true);
  await tested.media.moveOn(url);
  expect(entries(tested)).toHaveLength(1);
  await tested.media.markEnded(url);
  expect(entries(tested)).toHaveLength(1);
  await tested.media.moveOn(url);
  expect(tested.store.held.size).toBe(0);
});

it("keeps what is not to be deleted after listening", async () => {
  const tested = openLarge();
  await tested.media.keep(LARGE);
  await tested.media.markEnded(url);
  await tested.media.moveOn(url);
  expect(tested.media.current().entries).toMatchObject([{ state: "kept", hasEnded: false }]);
});

it("keeps the poster beside the file, and deletes all together", async () => {
  const tested = openLarge();
  tested.files.set("/img/clip/clip-one", { body: fileOf(5), etag: '"p"' });
  await tested.media.keep(LARGE);
  await vi.waitFor(async () => expect((await tested.media.poster(url))?.size).toBe(5));
  await tested.media.remove(url);
  expect(tested.store.held.size).toBe(0);
});

it("removes parts that a cut deletion left behind", async () => {
  const tested = openLarge();
  await tested.store.keep({ "part/other#000000": new Blob(["x"]) });
  await tested.media.keep(LARGE);
  expect([...tested.store.held.keys()].filter((key) => key.includes("other"))).toEqual([]);
});
