import { randomUUID } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createDiskStore } from "./disk-store.ts";
import { createFaultRegistry } from "@reign-tv/kit/fault-registry.ts";
import { S3Error } from "@reign-tv/kit/s3/s3-client.ts";
import { tryLaterError } from "#backend/storage/protocol/storage-error.ts";
import { monitorStore, type ObjectStore } from "./object-store.ts";
import { createS3Store } from "./s3-store.ts";
import { createStaging, type Scratch } from "#backend/storage/uploads/staging.ts";
import { type FakeS3, startFakeS3 } from "#backend/testing/fake-s3.ts";

let directory: string;
let s3: FakeS3;
let scratch: Scratch;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "object-store-"));
  s3 = await startFakeS3();
  scratch = await createStaging(join(directory, "staging"), 0).open(0);
});
afterEach(async () => {
  await scratch[Symbol.asyncDispose]();
  await s3.close();
  await rm(directory, { recursive: true });
});

const STORES = {
  disk: () => createDiskStore(join(directory, "objects")),
  S3: () => createS3Store(s3.settings),
} as const satisfies Record<string, () => ObjectStore>;

async function keep(store: ObjectStore, text: string, version = randomUUID()): Promise<string> {
  await store.put(version, await scratch.write([Buffer.from(text)], 1_000));
  return version;
}

async function read(
  store: ObjectStore,
  version: string,
  range: { first: number; last: number } | null = null,
): Promise<string | null> {
  const stream = await store.open(version, range);
  return stream === null ? null : new Response(stream).text();
}

async function versionsIn(store: ObjectStore): Promise<string[]> {
  const versions: string[] = [];
  for await (const { version } of store.list()) versions.push(version);
  return versions.toSorted();
}

describe.each(["disk", "S3"] as const)("the object store on %s", (kind) => {
  let store: ObjectStore;
  beforeEach(() => {
    store = STORES[kind]();
  });

  it("returns a stored file, whole and in ranges", async () => {
    const version = await keep(store, "In the beginning");
    expect(await read(store, version)).toBe("In the beginning");
    expect(await read(store, version, { first: 3, last: 5 })).toBe("the");
  });

  it("stores an empty file", async () => {
    const version = await keep(store, "");
    expect(await read(store, version)).toBe("");
  });

  it("returns null for an unknown or invalid version", async () => {
    expect(await read(store, randomUUID())).toBeNull();
    expect(await read(store, "../../etc/passwd")).toBeNull();
    expect(await store.copy("../x", randomUUID())).toBe(false);
  });

  it("copies a file independently of the first one", async () => {
    const first = await keep(store, "light");
    const second = randomUUID();
    expect(await store.copy(first, second)).toBe(true);
    await store.remove([first]);
    expect(await read(store, first)).toBeNull();
    expect(await read(store, second)).toBe("light");
    expect(await store.copy(first, randomUUID())).toBe(false);
  });

  it("removes files and ignores missing ones", async () => {
    const versions = [await keep(store, "a"), await keep(store, "b"), randomUUID(), "no-version"];
    await store.remove(versions);
    expect(await versionsIn(store)).toEqual([]);
  });

  it("lists all files with their time of storage", async () => {
    expect(await versionsIn(store)).toEqual([]);
    const versions: string[] = [];
    for (const text of ["a", "b", "c", "d", "e"]) versions.push(await keep(store, text));
    expect(await versionsIn(store)).toEqual(versions.toSorted());
    for await (const { storedAt } of store.list()) {
      expect(Math.abs(Date.now() - storedAt)).toBeLessThan(60_000);
    }
  });
});

describe("the object store on disk", () => {
  it("moves the staged file", async () => {
    const version = randomUUID();
    await keep(STORES.disk(), "one", version);
    const path = join(directory, "objects", version.slice(0, 2), version);
    expect(await readFile(path, "utf8")).toBe("one");
    await scratch[Symbol.asyncDispose]();
    expect(await readFile(path, "utf8")).toBe("one");
  });

  it("closes the file when the reader cancels", async () => {
    const store = STORES.disk();
    const stream = await store.open(await keep(store, "half"), null);
    await stream?.cancel();
    await expect(stream?.getReader().read()).resolves.toEqual({ done: true, value: undefined });
  });
});

describe("the object store on S3", () => {
  it("retries after a temporary failure", async () => {
    const store = STORES.S3();
    s3.failNext(503, 500);
    const version = await keep(store, "again");
    expect(await read(store, version)).toBe("again");
  });

  it("reports unavailability when S3 fails, rejects the signature or is unreachable", async () => {
    const error = { statusCode: 503, code: "SlowDown" };
    const store = STORES.S3();
    const version = await keep(store, "x");
    s3.failNext(500, 500, 500);
    await expect(store.open(version, null)).rejects.toMatchObject(error);
    const forged = createS3Store({ ...s3.settings, secretAccessKey: "wrong" });
    await expect(forged.open(version, null)).rejects.toMatchObject(error);
    await expect(keep(forged, "x")).rejects.toMatchObject(error);
    const nowhere = createS3Store({ ...s3.settings, endpoint: "http://127.0.0.1:9" });
    await expect(nowhere.remove([version])).rejects.toMatchObject(error);
    expect(await read(store, version)).toBe("x");
  });

  it("rejects content that differs from the signed digest", async () => {
    const file = await scratch.write([Buffer.from("whole")], 1_000);
    const torn = { ...file, sha256: "0".repeat(64) };
    await expect(STORES.S3().put(randomUUID(), torn)).rejects.toMatchObject({ statusCode: 503 });
    expect(s3.objects.size).toBe(0);
  });
});

describe("a monitored object store", () => {
  const VERSION = "11111111-1111-4111-8111-111111111111";

  it.each([
    ["S3", tryLaterError("not available", 5, new S3Error(500)), "S3 answered 500"],
    ["a full disk", Object.assign(new Error("/data/x"), { code: "ENOSPC" }), "ENOSPC"],
    [
      "a connection",
      tryLaterError("not available", 5, new TypeError("fetch failed")),
      "not available",
    ],
  ])(
    "logs one line at the start and one at the end of a failure of %s",
    async (_what, fault, reason) => {
      let isBroken = true;
      const inner: ObjectStore = {
        put: () => (isBroken ? Promise.reject(fault) : Promise.resolve()),
        copy: () => Promise.resolve(true),
        open: () => (isBroken ? Promise.reject(fault) : Promise.resolve(null)),
        remove: () => Promise.resolve(),
        list: async function* () {},
      };
      const lines: string[] = [];
      const book = createFaultRegistry({
        now: () => 0,
        log: (_level, event, details) => void lines.push(`${event} ${details?.["reason"]}`),
      });
      const store = monitorStore(inner, book.report);
      for (let reader = 0; reader < 5; reader += 1) {
        await expect(store.open(VERSION, null)).rejects.toBe(fault);
      }
      expect(book.states()["object-store"]).toMatchObject({ state: "failing", reason });
      isBroken = false;
      for (let reader = 0; reader < 5; reader += 1) await store.open(VERSION, null);
      expect(lines).toEqual([`fault_began ${reason}`, `fault_ended ${reason}`]);
    },
  );
});
