import { randomUUID } from "node:crypto";
import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Hono } from "hono";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { BackendEnv } from "#server/backend/context.ts";
import { DatabaseUnavailableError } from "#server/database/database-errors.ts";
import { factsOf } from "#server/kit/http/request-context.ts";
import { createLogger } from "#server/kit/log.ts";
import type { StorageDeps } from "./storage-deps.ts";
import { createStaging, type StagedFile } from "./uploads/staging.ts";
import { createParts, createRoutes, startStorageSweeps } from "./storage.ts";
import { cleanUpOrphans } from "./actions/cleanup-orphans.ts";
import { startStorageTest, type StorageTest } from "./storage.fixture.ts";

const TWO_HOURS_MS = 7_200_000;

let test: StorageTest;
let parts: StorageDeps;
beforeAll(async () => {
  test = await startStorageTest();
  await test.service.storage.createBucket("files", { public: false });
});
afterAll(() => test.close());
beforeEach(async () => {
  parts = createParts(test.deps);
  await test.service.storage.emptyBucket("files");
});

/** Versions of the rows, of the files, and the number of staged files. */
async function rowsAndFiles(): Promise<{ rows: string[]; files: string[]; staged: string[] }> {
  const rows = await test.backend.admin<{ version: string }[]>`
    select version from storage.objects order by version`;
  const files: string[] = [];
  for await (const { version } of parts.store.list()) files.push(version);
  const staging = join(test.backend.settings.dataDir, "storage", "staging");
  const staged = await readdir(staging).catch(() => []);
  return { rows: rows.map(({ version }) => version), files: files.toSorted(), staged };
}

/** Sends to routes made of other parts, as the service. */
async function send(
  changed: Partial<StorageDeps>,
  method: string,
  body: string,
  announcedBytes = body.length,
): Promise<{ status: number; code: unknown }> {
  const app = new Hono<BackendEnv>();
  app.use(async (c, next) => {
    const role = "service_role";
    c.set("facts", factsOf(c.req.raw));
    c.set("caller", { role, claims: { role }, userId: null, sessionId: null });
    await next();
  });
  app.route("/", createRoutes({ ...parts, ...changed }));
  const headers = { "content-type": "text/plain", "content-length": String(announcedBytes) };
  const response = await app.request("/object/files/a.txt", { method, body, headers });
  const answer: { code?: unknown } = await response.json();
  return { status: response.status, code: answer.code };
}

function failing(error: Error): () => Promise<never> {
  return async () => {
    throw error;
  };
}

describe("an upload that fails", () => {
  it("while its file is put into the store leaves nothing", async () => {
    const store = { ...parts.store, put: failing(Object.assign(new Error(), { code: "ENOSPC" })) };
    const answer = await send({ store }, "POST", "x");
    expect(answer).toEqual({ status: 503, code: "SlowDown" });
    expect(await rowsAndFiles()).toEqual({ rows: [], files: [], staged: [] });
  });

  it("because its row came too late leaves the row and file that were first", async () => {
    const store: StorageDeps["store"] = {
      ...parts.store,
      async put(version, file) {
        await parts.store.put(version, file);
        await test.service.storage.from("files").upload("a.txt", "first");
      },
    };
    const answer = await send({ store }, "POST", "second");
    expect(answer).toEqual({ status: 400, code: "KeyAlreadyExists" });
    const { rows, files } = await rowsAndFiles();
    expect(files).toEqual(rows);
    const { data } = await test.service.storage.from("files").download("a.txt");
    expect(await data?.text()).toBe("first");
  });

  it("with the connection at its commit keeps the file, for the row may be there", async () => {
    let calls = 0;
    const database: StorageDeps["database"] = {
      ...parts.database,
      async asCaller(request, work) {
        const result = await parts.database.asCaller(request, work);
        calls += 1;
        if (calls === 1) throw new DatabaseUnavailableError("08006");
        return result;
      },
    };
    // The rehearsal throws to roll back, so the first call that returns is the commit.
    const answer = await send({ database }, "POST", "kept");
    expect(answer).toEqual({ status: 503, code: "SlowDown" });
    const { rows, files } = await rowsAndFiles();
    expect(rows).toHaveLength(1);
    expect(files).toEqual(rows);
    const { data } = await test.service.storage.from("files").download("a.txt");
    expect(await data?.text()).toBe("kept");
  });

  it("because no disk is left above the floor says when to come back", async () => {
    const staging = createStaging(join(test.backend.settings.dataDir, "storage/staging"), Infinity);
    const answer = await send({ staging }, "POST", "x");
    expect(answer).toEqual({ status: 503, code: "SlowDown" });
  });

  it("because its length was announced wrong leaves nothing", async () => {
    for (const announcedBytes of [2, 5]) {
      const answer = await send({}, "POST", "abc", announcedBytes);
      expect(answer).toEqual({ status: 400, code: "InvalidRequest" });
    }
    expect(await rowsAndFiles()).toEqual({ rows: [], files: [], staged: [] });
  });
});

describe("a removal whose file cannot be removed", () => {
  it("is done all the same, and the sweep takes the file", async () => {
    await test.service.storage.from("files").upload("a.txt", "x");
    const store = { ...parts.store, remove: failing(new Error("busy")) };
    await send({ store }, "DELETE", "");
    expect(await rowsAndFiles()).toMatchObject({ rows: [], files: [expect.any(String)] });
    const later = { ...test.deps, now: () => Date.now() + TWO_HOURS_MS };
    expect(await cleanUpOrphans(createParts(later))).toEqual({ removedFiles: 1, missingFiles: 0 });
    expect(await rowsAndFiles()).toMatchObject({ rows: [], files: [] });
  });
});

describe("the sweep", () => {
  it("removes what a killed server left, and nothing that is young or has a row", async () => {
    const { storage } = test.service;
    await storage.from("files").upload("kept.txt", "kept");
    await storage.from("files").copy("kept.txt", "copy.txt");
    await using scratch = await parts.staging.open(0);
    for (let orphans = 0; orphans < 3; orphans += 1) {
      await parts.store.put(randomUUID(), await scratch.write([Buffer.from("orphan")], 100));
    }
    const { dataDir } = test.backend.settings;
    await writeFile(join(dataDir, "storage", "staging", "left"), "half");

    expect(await cleanUpOrphans(parts)).toEqual({ removedFiles: 0, missingFiles: 0 });
    expect((await rowsAndFiles()).files).toHaveLength(5);
    const later = { ...test.deps, now: () => Date.now() + TWO_HOURS_MS };
    expect(await cleanUpOrphans(createParts(later))).toEqual({ removedFiles: 3, missingFiles: 0 });
    const { rows, files, staged } = await rowsAndFiles();
    expect([rows.length, files, staged]).toEqual([2, rows, []]);
    for (const name of ["kept.txt", "copy.txt"]) {
      expect(await (await storage.from("files").download(name)).data?.text()).toBe("kept");
    }
  });

  it("counts rows whose file is lost, and leaves them", async () => {
    await test.service.storage.from("files").upload("lost.txt", "x");
    await parts.store.remove((await rowsAndFiles()).files);
    const later = { ...test.deps, now: () => Date.now() + TWO_HOURS_MS };
    expect(await cleanUpOrphans(createParts(later))).toEqual({ removedFiles: 0, missingFiles: 1 });
    expect((await rowsAndFiles()).rows).toHaveLength(1);
  });

  it("runs at the start, and a failure is only logged", async () => {
    await parts.store.put(randomUUID(), await stagedOrphan());
    const warn = vi.fn<(entry: unknown) => void>();
    const log = Object.assign(createLogger("silent"), { warn });
    const now = (): number => Date.now() + TWO_HOURS_MS;
    await startStorageSweeps({ ...test.deps, now, log }).stop();
    expect((await rowsAndFiles()).files).toEqual([]);
    expect(warn).not.toHaveBeenCalled();

    const broken = (): number => {
      throw new Error("no clock");
    };
    await startStorageSweeps({ ...test.deps, now: broken, log }).stop();
    expect(warn).toHaveBeenCalledWith(expect.objectContaining({ event: "storage_sweep_failed" }));
  });
});

async function stagedOrphan(): Promise<StagedFile> {
  const scratch = await parts.staging.open(0);
  return scratch.write([Buffer.from("orphan")], 100);
}
