import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { MediaEvent } from "#ingest/media-event.ts";
import { writeMediaPlaylist } from "#ingest/playlists/media-playlist.domain.ts";
import { recordingPlaylist } from "#ingest/playlists/session-playlists.domain.ts";
import { AAC_MONO, AVC_480P, AVC_720P, fakePackets } from "#ingest/testing/fake-encoder.ts";
import { DISK } from "./segment-files.ts";
import { createSegmenter } from "./segmenter.ts";
import { openSegmentStore, type SegmentStore } from "./segment-store.ts";

const AUDIO: MediaEvent = { kind: "audio-config", codec: "aac", description: AAC_MONO };
const videoOf = (description: Uint8Array): MediaEvent => ({
  kind: "video-config",
  codec: "avc",
  description,
});

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "reign-formats-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** An encoder connects, sends some seconds and goes. */
async function connect(seconds: number, description = AVC_720P): Promise<SegmentStore> {
  const store = await openSegmentStore({
    folder,
    quotaBytes: 1e9,
    reserveBytes: 0,
    files: { ...DISK, writeDraft: (path, content) => writeFile(path, content) },
    onEnded(error) {
      throw error;
    },
  });
  const entries = store.recorded();
  const segmenter = createSegmenter({
    targetSeconds: 2,
    startedAt: entries.length * 10_000,
    firstNumber: entries.length,
    firstInitId: entries.reduce((next, { initId }) => Math.max(next, initId + 1), 0),
    onSegment: async (segment) => void (await store.append(segment)),
    onNotice: () => undefined,
  });
  for (const event of [videoOf(description), AUDIO, ...fakePackets({ seconds })]) {
    await segmenter.push(event);
  }
  await segmenter.flush();
  return store;
}

const initFiles = async () => (await readdir(folder)).filter((name) => name.startsWith("init-"));

it("has one pair of init files after twenty drops of the encoder, and a discontinuity at each", async () => {
  let store = await connect(1.2);
  for (let drop = 1; drop <= 20; drop++) store = await connect(0.6 + drop * 0.3);
  expect(await initFiles()).toEqual(["init-0.audio.mp4", "init-0.mp4"]);
  const entries = store.recorded();
  expect(new Set(entries.map(({ initId }) => initId))).toEqual(new Set([0]));
  expect(entries.at(-1)?.discontinuities).toBe(20);
  const text = writeMediaPlaylist(
    recordingPlaylist({ entries, rendition: "picture", uriOf: (name) => name }),
  );
  // Players need the init file again after each discontinuity.
  expect(text.match(/^#EXT-X-DISCONTINUITY\n#EXT-X-MAP:URI="init-0.mp4"$/gm)).toHaveLength(20);
});

it("keeps other parameters apart, and finds the former ones again", async () => {
  await connect(2);
  await connect(2, AVC_480P);
  const store = await connect(4);
  await connect(2, AVC_480P);
  expect(store.recorded().map(({ initId }) => initId)).toEqual([0, 1, 0, 0]);
  expect((await connect(2)).recorded().map(({ initId }) => initId)).toEqual([0, 1, 0, 0, 1, 0]);
  expect(await initFiles()).toHaveLength(4);
  const [one, other] = await Promise.all(
    [0, 1].map((id) => readFile(join(folder, `init-${id}.audio.mp4`))),
  );
  expect(other).toEqual(one);
});
