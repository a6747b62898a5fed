import { afterAll, expect, it, vi } from "vitest";
import type { Notice, Segment } from "#ingest/segmenter-contract.ts";
import { sendRtmp, type SenderFaults } from "#ingest/testing/rtmp-sender.ts";
import { createIngestHost } from "./ingest-host.ts";

type Broadcast = { segments: Segment[]; notices: Notice[]; isOver: boolean };

const broadcasts = new Map<string, Broadcast>();
const host = createIngestHost({
  targetSeconds: 2,
  now: () => 0,
  limits: { bitsPerSecond: Infinity },
  authorize: async ({ streamKey }) => Promise.resolve({ publisherId: streamKey }),
  async onStart({ publisherId }) {
    broadcasts.set(publisherId, { segments: [], notices: [], isOver: false });
    return Promise.resolve({});
  },
  async onSegment(publisherId, segment) {
    broadcasts.get(publisherId)?.segments.push(segment);
    return Promise.resolve();
  },
  onNotice: (publisherId, notice) => broadcasts.get(publisherId)?.notices.push(notice),
  onCheck: () => undefined,
  onEnd(publisherId) {
    const broadcast = broadcasts.get(publisherId);
    if (broadcast) broadcast.isOver = true;
  },
  onReject: () => undefined,
  report: () => undefined,
});
afterAll(async () => host.close());

/** Publishes twelve seconds through the worker and its segmenter. */
async function publish(key: string, faults: SenderFaults): Promise<Broadcast> {
  const port = await host.openPort({ host: "127.0.0.1", port: 0 });
  await sendRtmp({ port, key, seconds: 12, speed: Infinity, faults });
  await vi.waitFor(() => expect(broadcasts.get(key)?.isOver).toBe(true), { timeout: 20_000 });
  return broadcasts.get(key) ?? { segments: [], notices: [], isOver: false };
}

type Expected = { seconds: number; discontinuities: number; notices: string[] };

const whole = { seconds: 12, discontinuities: 0, notices: [] };

it.each<[name: string, faults: SenderFaults, expected: Expected]>([
  ["nothing wrong", {}, whole],
  ["H.264 in Enhanced RTMP", { fourcc: "avc1" }, whole],
  ["a clock that wraps", { startMs: 2 ** 32 - 5_000 }, whole],
  [
    "another size",
    { otherSizeFromSecond: 6 },
    { seconds: 12, discontinuities: 1, notices: ["video-changed"] },
  ],
  ["HEVC", { fourcc: "hvc1" }, { ...whole, seconds: 11.968, notices: ["no-video"] }],
])("makes segments of a broadcast with %s", async (name, faults, expected) => {
  const { segments, notices } = await publish(name, faults);
  const sum = segments.reduce((seconds, { durationSeconds }) => seconds + durationSeconds, 0);
  expect({
    seconds: Math.round(sum * 1_000) / 1_000,
    discontinuities: segments.filter(({ discontinuity }) => discontinuity).length,
    notices: notices.map(({ id }) => id),
  }).toEqual(expected);
});
