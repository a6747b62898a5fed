import { expect, it } from "vitest";
import type { EndReason, IngestSink } from "#ingest/ingest-sink.ts";
import { SILENT_MS, createPublishers } from "./publishers.ts";
import type { Publisher } from "./worker-messages.ts";

const PUBLISHER: Publisher = { publisherId: "main", protocol: "rtmp", address: "127.0.0.1" };
const PICTURE = { kind: "audio", data: Uint8Array.of(1), presentationMs: 0 } as const;

function createScene(): {
  clock: { ms: number };
  log: string[];
  claim: (name: string, publisherId?: string) => Promise<IngestSink | null>;
  stop: (publisherId: string, reason: EndReason) => void;
} {
  const clock = { ms: 1_000 };
  const log: string[] = [];
  let opened = 0;
  const publishers = createPublishers({
    now: () => clock.ms,
    async open({ publisherId }) {
      opened += 1;
      const name = `${publisherId} ${opened}`;
      log.push(`open ${name}`);
      if (publisherId === "broken") throw new Error("no position");
      return Promise.resolve({
        push: () => undefined,
        end: async (reason) => Promise.resolve(void log.push(`end ${name} ${reason}`)),
      });
    },
  });
  return {
    clock,
    log,
    async claim(name, publisherId = "main") {
      const sink = await publishers.claim({ ...PUBLISHER, publisherId }, (reason) => {
        log.push(`disconnect ${name}`);
        void sink?.end(reason);
      });
      return sink;
    },
    stop: (publisherId, reason) => publishers.stop(publisherId, reason),
  };
}

it("lets one connection send for an id, and others for other ids", async () => {
  const { claim } = createScene();
  expect(await claim("first")).not.toBeNull();
  expect(await claim("second")).toBeNull();
  expect(await claim("third", "other")).not.toBeNull();
});

it("lets the next one in after the end of the first", async () => {
  const { claim } = createScene();
  const first = await claim("first");
  await first?.end("finished");
  expect(await claim("second")).not.toBeNull();
});

it("replaces a connection that is silent, after its last segment", async () => {
  const { claim, clock, log } = createScene();
  const first = await claim("first");
  clock.ms += SILENT_MS - 1;
  await first?.push(PICTURE);
  clock.ms += SILENT_MS - 1;
  expect(await claim("second")).toBeNull();
  clock.ms += 1;
  expect(await claim("third")).not.toBeNull();
  expect(log).toEqual(["open main 1", "disconnect first", "end main 1 replaced", "open main 2"]);
  expect(await claim("fourth")).toBeNull();
});

it("stops the connection of an id", async () => {
  const { claim, stop, log } = createScene();
  await claim("first");
  stop("other", "stopped");
  stop("main", "stopped");
  expect(log).toEqual(["open main 1", "disconnect first", "end main 1 stopped"]);
});

it("keeps no place for a connection that could not be opened", async () => {
  const { claim } = createScene();
  await expect(claim("first", "broken")).rejects.toThrow("no position");
  await expect(claim("second", "broken")).rejects.toThrow("no position");
});
