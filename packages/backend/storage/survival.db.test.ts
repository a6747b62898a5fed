import { randomUUID } from "node:crypto";
import { readdir, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Hono } from "hono";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { BackendEnv } from "#backend/context.ts";
import { DatabaseUnavailableError } from "#backend/database/database-errors.ts";
import { requestContextOf } from "@reign-tv/kit/http/request-context.ts";
import { createLogger } from "@reign-tv/kit/log.ts";
import type { StorageDeps } from "./storage-deps.ts";
import { createStaging, type StagedFile } from "./uploads/staging.ts";
import { createStorageDeps, createRoutes, startStorageCleanup } from "./storage.ts";
import { cleanUpOrphans } from "./actions/cleanup-orphans.ts";
import { startStorageTest, type StorageTest } from "./storage.fixture.ts";

const TWO_HOURS_MS = 7_200_000;

let test: StorageTest;
let deps: StorageDeps;
beforeAll(async () => {
  test = await startStorageTest();
  await test.service.storage.createBucket("files", { public: false });
});
afterAll(() => test.close());
beforeEach(async () => {
  deps = createStorageDeps(test.deps);
  await test.service.storage.emptyBucket("files");
});

/** Returns the versions of the rows and files, and the staged files. */
async function rowsAndFiles(): Promise<{ rows: string[]; files: string[]; staged: string[] }> {
  const rows = await test.backend.admin<{ version: string }[]>`
    select version from storage.objects order by version`;
  const files: string[] = [];
  for await (const { version } of deps.store.list()) files.push(version);
  const staging = join(test.backend.settings.dataDir, "storage", "staging");
  const staged = await readdir(staging).catch(() => []);
  return { rows: rows.map(({ version }) => version), files: files.toSorted(), staged };
}

/** Sends a request as the service to routes with changed deps. */
async function send(
  changed: Partial<StorageDeps>,
  method: string,
  body: string,
  announcedBytes = body.length,
): Promise<{ status: number; code: unknown }> {
  const app = new Hono<BackendEnv>();
  app.use(async (c, next) => {
    const role = "service_role";
    c.set("facts", requestContextOf(c.req.raw));
    c.set("caller", { role, claims: { role }, userId: null, sessionId: null });
    await next();
  });
  app.route("/", createRoutes({ ...deps, ...changed }));
  const headers = { "content-type": "text/plain", "content-length": String(announcedBytes) };
  const response = await app.request("/object/files/a.txt", { method, body, headers });
  const { code }: { code?: unknown } = await response.json();
  return { status: response.status, code };
}

function failing(error: Error): () => Promise<never> {
  return async () => {
    throw error;
  };
}

describe("an upload that fails", () => {
  it("leaves nothing when storing its file fails", async () => {
    const store = { ...deps.store, put: failing(Object.assign(new Error(), { code: "ENOSPC" })) };
    const response = await send({ store }, "POST", "x");
    expect(response).toEqual({ status: 503, code: "SlowDown" });
    expect(await rowsAndFiles()).toEqual({ rows: [], files: [], staged: [] });
  });

  it("leaves the first row and file when its own row is late", async () => {
    const store: StorageDeps["store"] = {
      ...deps.store,
      async put(version, file) {
        await deps.store.put(version, file);
        await test.service.storage.from("files").upload("a.txt", "first");
      },
    };
    const response = await send({ store }, "POST", "second");
    expect(response).toEqual({ status: 400, code: "KeyAlreadyExists" });
    const { rows, files } = await rowsAndFiles();
    expect(files).toEqual(rows);
    const { data } = await test.service.storage.from("files").download("a.txt");
    expect(await data?.text()).toBe("first");
  });

  it("keeps the file when the connection is lost at its commit", async () => {
    let calls = 0;
    const database: StorageDeps["database"] = {
      ...deps.database,
      async asCaller(request, work) {
        const result = await deps.database.asCaller(request, work);
        calls += 1;
        if (calls === 1) throw new DatabaseUnavailableError("08006");
        return result;
      },
    };
    // The dry run throws to roll back, so the first call that returns is the commit.
    const response = await send({ database }, "POST", "kept");
    expect(response).toEqual({ status: 503, code: "SlowDown" });
    const { rows, files } = await rowsAndFiles();
    expect(rows).toHaveLength(1);
    expect(files).toEqual(rows);
    const { data } = await test.service.storage.from("files").download("a.txt");
    expect(await data?.text()).toBe("kept");
  });

  it("responds with Retry-After below the disk floor", async () => {
    const staging = createStaging(join(test.backend.settings.dataDir, "storage/staging"), Infinity);
    const response = await send({ staging }, "POST", "x");
    expect(response).toEqual({ status: 503, code: "SlowDown" });
  });

  it("leaves nothing when its announced length is wrong", async () => {
    for (const announcedBytes of [2, 5]) {
      const response = await send({}, "POST", "abc", announcedBytes);
      expect(response).toEqual({ status: 400, code: "InvalidRequest" });
    }
    expect(await rowsAndFiles()).toEqual({ rows: [], files: [], staged: [] });
  });
});

describe("a removal whose file stays", () => {
  it("succeeds, and the cleanup removes the file", async () => {
    await test.service.storage.from("files").upload("a.txt", "x");
    const store = { ...deps.store, remove: failing(new Error("busy")) };
    await send({ store }, "DELETE", "");
    expect(await rowsAndFiles()).toMatchObject({ rows: [], files: [expect.any(String)] });
    const later = { ...test.deps, now: () => Date.now() + TWO_HOURS_MS };
    expect(await cleanUpOrphans(createStorageDeps(later))).toEqual({
      removedFiles: 1,
      missingFiles: 0,
    });
    expect(await rowsAndFiles()).toMatchObject({ rows: [], files: [] });
  });
});

describe("the cleanup", () => {
  it("removes files of a killed server, but no recent file and none with a row", async () => {
    const { storage } = test.service;
    await storage.from("files").upload("kept.txt", "kept");
    await storage.from("files").copy("kept.txt", "copy.txt");
    await using scratch = await deps.staging.open(0);
    for (let orphans = 0; orphans < 3; orphans += 1) {
      await deps.store.put(randomUUID(), await scratch.write([Buffer.from("orphan")], 100));
    }
    const { dataDir } = test.backend.settings;
    await writeFile(join(dataDir, "storage", "staging", "left"), "half");

    expect(await cleanUpOrphans(deps)).toEqual({ removedFiles: 0, missingFiles: 0 });
    expect((await rowsAndFiles()).files).toHaveLength(5);
    const later = { ...test.deps, now: () => Date.now() + TWO_HOURS_MS };
    expect(await cleanUpOrphans(createStorageDeps(later))).toEqual({
      removedFiles: 3,
      missingFiles: 0,
    });
    const { rows, files, staged } = await rowsAndFiles();
    expect([rows.length, files, staged]).toEqual([2, rows, []]);
    for (const name of ["kept.txt", "copy.txt"]) {
      expect(await (await storage.from("files").download(name)).data?.text()).toBe("kept");
    }
    // As a file that a request has taken away since the folder was read.
    const gone = join(dataDir, "storage", "staging", "gone");
    await symlink("nowhere", gone);
    await deps.staging.clear(Date.now());
    await rm(gone);
  });

  it("counts rows whose file is lost and leaves them", async () => {
    await test.service.storage.from("files").upload("lost.txt", "x");
    await deps.store.remove((await rowsAndFiles()).files);
    const later = { ...test.deps, now: () => Date.now() + TWO_HOURS_MS };
    expect(await cleanUpOrphans(createStorageDeps(later))).toEqual({
      removedFiles: 0,
      missingFiles: 1,
    });
    expect((await rowsAndFiles()).rows).toHaveLength(1);
  });

  it("runs at the start and only logs a failure", async () => {
    await deps.store.put(randomUUID(), await stagedOrphan());
    const warn = vi.fn<(entry: unknown) => void>();
    const log = Object.assign(createLogger("silent"), { warn });
    const now = (): number => Date.now() + TWO_HOURS_MS;
    await startStorageCleanup({ ...test.deps, now, log }).stop();
    expect((await rowsAndFiles()).files).toEqual([]);
    expect(warn).not.toHaveBeenCalled();

    const broken = (): number => {
      throw new Error("no clock");
    };
    await startStorageCleanup({ ...test.deps, now: broken, log }).stop();
    expect(warn).toHaveBeenCalledWith(expect.objectContaining({ event: "storage_sweep_failed" }));
  });
});

async function stagedOrphan(): Promise<StagedFile> {
  const scratch = await deps.staging.open(0);
  return scratch.write([Buffer.from("orphan")], 100);
}
