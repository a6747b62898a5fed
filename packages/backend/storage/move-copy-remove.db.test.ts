import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startStorageTest, type Member, type StorageTest } from "./storage.fixture.ts";

let test: StorageTest;
let member: Member;
let files: ReturnType<Member["client"]["storage"]["from"]>;
beforeAll(async () => {
  test = await startStorageTest();
  member = await test.addMember();
  await test.addOpenBucket("files");
  await test.addOpenBucket("texts", {
    public: false,
    fileSizeLimit: 4,
    allowedMimeTypes: ["text/plain"],
  });
  files = member.client.storage.from("files");
});
afterAll(() => test.close());
beforeEach(async () => {
  await test.service.storage.emptyBucket("files");
  await test.service.storage.emptyBucket("texts");
  for (const name of ["a.txt", "b.txt"]) {
    const upload = await files.upload(name, name, {
      contentType: "text/plain",
      metadata: { name },
    });
    if (upload.error !== null) throw upload.error;
  }
});

const NOT_FOUND = { status: 400, statusCode: "404", code: "NoSuchKey" };
const textOf = async (name: string, bucket = "files"): Promise<string | undefined> =>
  (await member.client.storage.from(bucket).download(name)).data?.text();

describe("moving an object", () => {
  it("renames it and keeps its content", async () => {
    const { data: before } = await files.info("a.txt");
    expect(await files.move("a.txt", "dir/c.txt")).toEqual({
      data: { message: "Successfully moved", Id: before?.id, Key: "dir/c.txt" },
      error: null,
    });
    expect((await files.exists("a.txt")).data).toBe(false);
    expect(await textOf("dir/c.txt")).toBe("a.txt");
    expect((await files.info("dir/c.txt")).data).toMatchObject({
      id: before?.id,
      metadata: { name: "a.txt" },
    });
  });

  it("rejects an existing, a missing and an invalid name", async () => {
    expect((await files.move("a.txt", "b.txt")).error).toMatchObject({
      statusCode: "409",
      code: "KeyAlreadyExists",
    });
    expect((await files.move("none", "c.txt")).error).toMatchObject(NOT_FOUND);
    expect((await files.move("a.txt", "../c.txt")).error).toMatchObject({ code: "InvalidKey" });
    expect((await files.move("a.txt", "c.txt", { sourceVersionId: "x" })).error).toMatchObject(
      NOT_FOUND,
    );
    expect(await textOf("a.txt")).toBe("a.txt");
    expect(await textOf("b.txt")).toBe("b.txt");
  });

  it("enforces the limits of the destination bucket", async () => {
    const to = { destinationBucket: "texts" };
    expect((await files.move("a.txt", "a.txt", to)).error).toMatchObject({
      code: "EntityTooLarge",
    });
    await files.upload("s.txt", "1234", { contentType: "text/plain" });
    await files.upload("s.json", "1234", { contentType: "application/json" });
    expect((await files.move("s.json", "s", to)).error).toMatchObject({ code: "InvalidMimeType" });
    expect((await files.move("s.txt", "s", to)).error).toBeNull();
    expect(await textOf("s", "texts")).toBe("1234");
    const nowhere = { destinationBucket: "nowhere" };
    expect((await files.move("a.txt", "a.txt", nowhere)).error).toMatchObject({
      code: "NoSuchBucket",
    });
  });

  it("is rejected without permission to see or change it", async () => {
    const visitor = test.visitor.storage.from("files");
    expect((await visitor.move("a.txt", "c.txt")).error).toMatchObject(NOT_FOUND);
    await test.backend.admin`
      create policy "visitors look" on storage.objects for select to anon
        using (bucket_id = 'files')`;
    expect((await visitor.move("a.txt", "c.txt")).error).toMatchObject({ code: "AccessDenied" });
    expect((await visitor.copy("a.txt", "c.txt")).error).toMatchObject({ code: "AccessDenied" });
    expect((await visitor.remove(["a.txt"])).data).toEqual([]);
    expect(await textOf("a.txt")).toBe("a.txt");
    await test.backend.admin`drop policy "visitors look" on storage.objects`;
  });
});

describe("copying an object", () => {
  it("creates a second one with the same content and metadata", async () => {
    expect(await files.copy("a.txt", "c.txt")).toEqual({
      data: { path: "files/c.txt" },
      error: null,
    });
    const { data: copy } = await files.info("c.txt");
    const { data: original } = await files.info("a.txt");
    expect(copy).toMatchObject({ metadata: { name: "a.txt" }, etag: original?.etag });
    expect(copy?.id).not.toBe(original?.id);
    await files.remove(["a.txt"]);
    expect(await textOf("c.txt")).toBe("a.txt");
  });

  it("replaces the metadata with valid header values only", async () => {
    await files.copy("a.txt", "c.txt", {
      copyMetadata: false,
      metadata: { mimetype: "text/markdown", cacheControl: "max-age=5" },
    });
    expect((await files.info("c.txt")).data).toMatchObject({
      contentType: "text/markdown",
      cacheControl: "max-age=5",
      metadata: {},
    });
    const bad = { copyMetadata: false, metadata: { mimetype: "text/x\r\nx: y" } };
    expect((await files.copy("a.txt", "d.txt", bad)).error).toMatchObject({
      code: "InvalidMimeType",
    });
  });

  it("rejects an existing name, a missing name and a size above the limit", async () => {
    expect((await files.copy("a.txt", "b.txt")).error).toMatchObject({ code: "KeyAlreadyExists" });
    expect((await files.copy("none", "c.txt")).error).toMatchObject(NOT_FOUND);
    expect((await files.copy("a.txt", "a", { destinationBucket: "texts" })).error).toMatchObject({
      code: "EntityTooLarge",
    });
  });
});

describe("removing objects", () => {
  it("returns the removed objects", async () => {
    const { data, error } = await files.remove(["a.txt", "none", "b.txt"]);
    expect(error).toBeNull();
    expect(data?.map(({ name }) => name).toSorted()).toEqual(["a.txt", "b.txt"]);
    expect(data?.[0]).toMatchObject({ bucket_id: "files", owner: member.id });
    expect(await files.list()).toEqual({ data: [], error: null });
  });

  it("removes only the given version", async () => {
    const { data: info } = await files.info("a.txt");
    const stale = await files.remove([{ path: "a.txt", versionId: "x" }]);
    expect(stale.data).toEqual([]);
    const current = { path: "a.txt", versionId: info?.version ?? "" };
    expect((await files.remove([current, "b.txt"])).data).toHaveLength(2);
  });

  it("leaves objects of other users", async () => {
    expect(await test.visitor.storage.from("files").remove(["a.txt"])).toEqual({
      data: [],
      error: null,
    });
    expect(await textOf("a.txt")).toBe("a.txt");
  });

  it("removes a single object and reports a missing one", async () => {
    const remove = (name: string): Promise<Response> =>
      fetch(`${test.url}/object/files/${name}`, {
        method: "DELETE",
        headers: { apikey: test.backend.secretKey },
      });
    const done = await remove("a.txt");
    expect([done.status, await done.json()]).toEqual([200, { message: "Successfully deleted" }]);
    expect(await (await remove("a.txt")).json()).toMatchObject({ code: "NoSuchKey" });
  });

  it("is blocked in SQL, also for roles that bypass policies", async () => {
    await expect(
      test.backend.admin`delete from storage.objects where bucket_id = 'files'`,
    ).rejects.toMatchObject({
      code: "42501",
      message: "Direct deletion from storage tables is not allowed. Use the Storage API instead.",
    });
    await expect(test.backend.admin`delete from storage.buckets`).rejects.toMatchObject({
      code: "42501",
    });
  });
});

describe("the helper functions of policies", () => {
  it("split names", async () => {
    const rows = await test.backend.admin`
      select storage.foldername('a/b/c.tar.gz') as folder, storage.filename('a/b/c.tar.gz') as file,
             storage.extension('a/b/c.tar.gz') as extension, storage.foldername('x') as none`;
    expect(rows[0]).toEqual({
      folder: ["a", "b"],
      file: "c.tar.gz",
      extension: "gz",
      none: [],
    });
  });
});
