import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { OWN_VIDEO_PART_BYTES } from "#shared/contracts/own-videos.ts";
import { createFileUpload, type UploadAnswer } from "./file-upload.ts";

/** How one request ends: the connection breaks before the server has it, in the middle, or before the answer. */
type Cut = "before" | "middle" | "after";

/** A server's side of the contract in memory. */
function createServer(size: number, cuts: readonly Cut[] = []) {
  const waiting = [...cuts];
  const kept = new Uint8Array(size);
  let length = 0;
  let sentBytes = 0;
  let largest = 0;
  let isChecking = false;
  let answers: UploadAnswer[] = [];
  const AWAY: UploadAnswer = { status: 0, offset: null };

  function add(bytes: Uint8Array): void {
    kept.set(bytes, length);
    length += bytes.length;
    isChecking = length === size;
  }

  return {
    received: () => kept,
    facts: () => ({ sentBytes, largest }),
    cutLater: (...more: Cut[]) => void waiting.push(...more),
    answerNext: (...more: UploadAnswer[]) => void (answers = more),
    async head(): Promise<UploadAnswer> {
      const answer = answers.shift();
      if (answer !== undefined) return answer;
      if (waiting[0] === "before") {
        waiting.shift();
        return AWAY;
      }
      return isChecking ? { status: 404, offset: null } : { status: 200, offset: length };
    },
    async patch(offset: number, body: ArrayBuffer): Promise<UploadAnswer> {
      const answer = answers.shift();
      if (answer !== undefined) return answer;
      const bytes = new Uint8Array(body);
      sentBytes += bytes.length;
      largest = Math.max(largest, bytes.length);
      const cut = waiting.shift();
      if (cut === "before") return AWAY;
      if (isChecking) return { status: 404, offset: null };
      if (offset !== length) return { status: 409, offset: length };
      add(cut === "middle" ? bytes.subarray(0, Math.floor(bytes.length / 3)) : bytes);
      return cut === undefined ? { status: 204, offset: length } : AWAY;
    },
  };
}

/** A file of these bytes; the environment's own Blob is slow. */
function fileOf(size: number) {
  const bytes = new Uint8Array(size);
  for (let index = 0; index < size; index++) bytes[index] = (index * 31) % 251;
  const slice = (from = 0, to = size) =>
    Object.assign(new Blob(), { arrayBuffer: async () => bytes.slice(from, to).buffer });
  return { blob: { size, slice }, bytes };
}

function upload(file: Pick<Blob, "size" | "slice">, server: ReturnType<typeof createServer>) {
  let nowMs = 0;
  const delays: number[] = [];
  const phases: string[] = [];
  const made = createFileUpload({
    file,
    head: () => server.head(),
    patch: (offset, bytes) => {
      nowMs += 1_000;
      return server.patch(offset, bytes);
    },
    wait: async (ms) => {
      delays.push(ms);
      nowMs += ms;
    },
    now: () => nowMs,
    onChange: ({ phase }) => phases.push(phase),
  });
  return { ...made, delays, phases };
}

describe("the upload of a file", () => {
  it("sends every byte once, in parts that grow up to the largest", async () => {
    const { blob, bytes } = fileOf(20_000_000);
    const server = createServer(blob.size);
    const { run, state } = upload(blob, server);
    await run();
    expect(state()).toMatchObject({ phase: "done", sentBytes: bytes.length });
    expect(Buffer.compare(server.received(), bytes)).toBe(0);
    expect(server.facts()).toEqual({ sentBytes: bytes.length, largest: OWN_VIDEO_PART_BYTES });
  });

  it("survives 20 cuts and sends nothing twice beyond one part each", async () => {
    const { blob, bytes } = fileOf(3_000_000);
    const cut = fc.constantFrom<Cut>("before", "middle", "after");
    await fc.assert(
      fc.asyncProperty(fc.array(cut, { minLength: 20, maxLength: 20 }), async (cuts) => {
        const server = createServer(blob.size, cuts);
        const { run, state } = upload(blob, server);
        await run();
        expect(state().phase).toBe("done");
        expect(Buffer.compare(server.received(), bytes)).toBe(0);
        const { sentBytes, largest } = server.facts();
        expect(sentBytes).toBeLessThanOrEqual(bytes.length + cuts.length * largest);
      }),
      { numRuns: 20 },
    );
  });

  it("waits longer after each failure, and goes on at once when the connection is back", async () => {
    const { blob } = fileOf(1_000);
    const server = createServer(
      blob.size,
      Array.from({ length: 7 }, () => "before"),
    );
    const { run, delays } = upload(blob, server);
    await run();
    expect(delays).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);

    const away = createServer(blob.size, ["before"]);
    const held = createFileUpload({
      file: blob,
      head: () => away.head(),
      patch: (offset, bytes) => away.patch(offset, bytes),
      wait: () => new Promise(() => undefined),
      now: () => 0,
      onChange: () => undefined,
    });
    const running = held.run();
    await expect.poll(() => held.state().phase).toBe("waiting");
    held.wake();
    await running;
    expect(held.state().phase).toBe("done");
  });

  it("goes on after a reload where the server stands", async () => {
    const { blob, bytes } = fileOf(600_000);
    const server = createServer(blob.size);
    await server.patch(0, bytes.slice(0, 500_000).buffer);
    const { run, state } = upload(blob, server);
    await run();
    expect(state().phase).toBe("done");
    expect(server.facts().sentBytes).toBe(600_000);
  });

  it("pauses within a part and resumes", async () => {
    const { blob } = fileOf(900_000);
    const server = createServer(blob.size);
    const made = upload(blob, server);
    const running = made.run();
    made.pause();
    await running;
    expect(made.state()).toMatchObject({ phase: "paused", secondsLeft: null });
    await made.run();
    expect(made.state().phase).toBe("done");
  });

  it.each([
    [{ status: 404, offset: null }, "gone"],
    [{ status: 403, offset: null }, "refused"],
    [{ status: 507, offset: null }, "space"],
  ] as const)("ends with %j as %s and can be tried again", async (answer, fault) => {
    const { blob } = fileOf(1_000);
    const server = createServer(blob.size);
    server.answerNext(answer);
    const { run, state } = upload(blob, server);
    await run();
    expect(state()).toMatchObject({ phase: "failed", fault });
    await run();
    expect(state().phase).toBe("done");
  });

  it("asks to sign in again only when renewing the session does not help", async () => {
    const { blob } = fileOf(1_000);
    const server = createServer(blob.size);
    server.answerNext(...Array.from({ length: 4 }, () => ({ status: 401, offset: null })));
    const { run, state } = upload(blob, server);
    await run();
    expect(state().phase).toBe("done");
    const shut = createServer(blob.size);
    shut.answerNext(...Array.from({ length: 5 }, () => ({ status: 401, offset: null })));
    const other = upload(blob, shut);
    await other.run();
    expect(other.state().fault).toBe("signed-out");
  });

  it("says that the file is gone when it cannot be read any more", async () => {
    const { blob } = fileOf(1_000);
    const gone = { arrayBuffer: () => Promise.reject(new Error("NotReadableError")) };
    const file = { size: blob.size, slice: () => Object.assign(new Blob(), gone) };
    const { run, state } = upload(file, createServer(blob.size));
    await run();
    expect(state()).toMatchObject({ phase: "failed", fault: "file-gone" });
  });
});
