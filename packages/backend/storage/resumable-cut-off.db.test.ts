import { spawn, type ChildProcess } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { createResumableUploads, type IncomingPart } from "./resumable/resumable-uploads.ts";
import { serviceAccess } from "./rows/access.ts";
import { createStorageDeps } from "./storage.ts";
import { startStorageTest, type StorageTest } from "./storage.fixture.ts";
import { createTusClient, type TusClient } from "./tus.fixture.ts";

const SERVER = fileURLToPath(new URL("../testing/storage-server.ts", import.meta.url));
const PART_BYTES = 6_291_456;

let test: StorageTest;
const children: ChildProcess[] = [];
beforeAll(async () => {
  test = await startStorageTest();
  await test.service.storage.createBucket("films", { public: false });
});
afterAll(async () => {
  await Promise.all(children.map(kill));
  await test.close();
});

/** Starts another server process on the same database and folder. */
async function startServer(): Promise<{ tus: TusClient; child: ChildProcess }> {
  const [row] = await test.backend.admin<{ database: string }[]>`
    select current_database() as database`;
  const { dataDir } = test.backend.settings;
  const options = { ...inject("testServer"), database: row?.database, dataDir };
  const child = spawn(process.execPath, [SERVER, JSON.stringify(options)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  children.push(child);
  const url = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).once("line", resolve);
    child.once("exit", () => reject(new Error("The server ended by itself.")));
  });
  const apikey = test.backend.secretKey;
  const tus = createTusClient(url, { apikey, authorization: `Bearer ${apikey}` }, "films");
  return { tus, child };
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once("close", resolve));
  child.kill("SIGKILL");
  await gone;
}

function keptParts(): Promise<{ count: number }[]> {
  return test.backend.admin`select count(*)::int as count from storage.resumable_parts`;
}

describe("an interrupted resumable upload", () => {
  it("continues on the next server after the last stored part", async () => {
    const content = randomBytes(2 * PART_BYTES + 3_000_000);
    const first = await startServer();
    const uploadUrl = await first.tus.begin("film.bin", content.length);
    // Sends all but the last bytes in a request that never ends.
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(content.subarray(0, content.length - 1_000));
      },
      pull: () => new Promise(() => {}),
    });
    const cut = first.tus.patch(uploadUrl, 0, body).catch(() => "cut");
    await expect.poll(keptParts, { timeout: 20_000 }).toEqual([{ count: 2 }]);
    await kill(first.child);
    expect(await cut).toBe("cut");

    const second = await startServer();
    const head = await second.tus.call("HEAD", uploadUrl);
    expect(head.headers.get("upload-offset")).toBe(String(2 * PART_BYTES));
    expect((await test.service.storage.from("films").exists("film.bin")).data).toBe(false);
    const rest = new Uint8Array(content.subarray(2 * PART_BYTES));
    const last = await second.tus.patch(uploadUrl, 2 * PART_BYTES, rest);
    expect(last.headers.get("tus-complete")).toBe("1");

    const { data } = await test.service.storage.from("films").download("film.bin");
    const sum = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");
    expect(sum(new Uint8Array((await data?.arrayBuffer()) ?? []))).toBe(sum(content));
    expect(await keptParts()).toEqual([{ count: 0 }]);
  });

  it("stores the received bytes of a part whose connection broke", async () => {
    const uploads = createResumableUploads(createStorageDeps(test.deps));
    const uploader = { access: serviceAccess(test.backend.database, null), isUpsert: false };
    const path = { bucketId: "films", name: "broken.bin" };
    const { id } = await uploads.create(path, { size: 9, metadata: {} }, uploader);
    const pieces = [Buffer.from("abcd")];
    const body = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          const piece = pieces.shift();
          if (piece === undefined) controller.error(new Error("the connection broke"));
          else controller.enqueue(piece);
        },
      },
      { highWaterMark: 0 },
    );
    const state = await uploads.append(id, { ...part(0, ""), body }, uploader);
    expect(state.offset).toBe(4);
    expect((await uploads.append(id, part(4, "efghi"), uploader)).offset).toBe(9);
    const { data } = await test.service.storage.from("films").download("broken.bin");
    expect(await data?.text()).toBe("abcdefghi");
  });

  it("continues with the newer of two requests without losing bytes of the older one", async () => {
    const uploads = createResumableUploads(createStorageDeps(test.deps));
    const uploader = { access: serviceAccess(test.backend.database, null), isUpsert: false };
    const path = { bucketId: "films", name: "newer.bin" };
    const { id } = await uploads.create(path, { size: 6, metadata: {} }, uploader);
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const writer = writable.getWriter();
    const older = uploads.append(id, { ...part(0, ""), body: readable }, uploader);
    // Resolves when the bytes were read.
    await writer.write(Buffer.from("abc"));
    expect((await uploads.inspect(id, uploader)).offset).toBe(3);
    expect((await older).offset).toBe(3);
    expect((await uploads.append(id, part(3, "def"), uploader)).offset).toBe(6);
    const { data } = await test.service.storage.from("films").download("newer.bin");
    expect(await data?.text()).toBe("abcdef");
  });

  it("is complete exactly when its object exists", async () => {
    const deps = createStorageDeps(test.deps);
    const broken = createResumableUploads({
      ...deps,
      store: { ...deps.store, put: () => Promise.reject(new Error("killed")) },
    });
    const uploads = createResumableUploads(deps);
    const uploader = { access: serviceAccess(test.backend.database, null), isUpsert: false };
    const path = { bucketId: "films", name: "twice.bin" };
    const { id } = await uploads.create(path, { size: 3, metadata: {} }, uploader);
    await expect(broken.append(id, part(0, "abc"), uploader)).rejects.toThrow("killed");
    expect((await uploads.inspect(id, uploader)).offset).toBe(0);
    await uploads.append(id, part(0, "abc"), uploader);
    // Simulates a crash right after the object's row was written.
    await test.backend.admin`
      update storage.resumable_uploads set completed_at = null where id = ${id.version}`;
    expect((await uploads.inspect(id, uploader)).offset).toBe(3);
  });
});

describe("two server processes", () => {
  it("never both append to an upload: the later request claims it", async () => {
    const here = createResumableUploads(createStorageDeps(test.deps));
    const there = createResumableUploads(createStorageDeps(test.deps));
    const uploader = { access: serviceAccess(test.backend.database, null), isUpsert: false };
    const path = { bucketId: "films", name: "held.bin" };
    const { id } = await here.create(path, { size: 9, metadata: {} }, uploader);
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const writer = writable.getWriter();
    const older = here.append(id, { ...part(0, ""), body: readable }, uploader);
    await writer.write(Buffer.from("abc"));
    expect((await there.inspect(id, uploader)).offset).toBe(0);
    await writer.close();
    await expect(older).rejects.toMatchObject({ status: 409 });
    expect((await there.append(id, part(0, "ABCDEFGHI"), uploader)).offset).toBe(9);
    const { data } = await test.service.storage.from("films").download("held.bin");
    expect(await data?.text()).toBe("ABCDEFGHI");
  });
});

function part(offset: number, text: string): IncomingPart {
  const body = new Blob([text]).stream();
  return { offset, size: null, announcedBytes: null, checksum: null, body };
}
