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
  it("gives it another name and keeps what it is", async () => {
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

  it("to a name that exists, from one that does not, or to one that may not be is refused", async () => {
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

  it("to another bucket meets that bucket's limits", async () => {
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

  it("that one may not see or change is refused", async () => {
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
  it("makes a second one with the same content and metadata", async () => {
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

  it("can replace the metadata, and only with what a header may hold", async () => {
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

  it("to a name that exists, from one that does not, or past a limit is refused", async () => {
    expect((await files.copy("a.txt", "b.txt")).error).toMatchObject({ code: "KeyAlreadyExists" });
    expect((await files.copy("none", "c.txt")).error).toMatchObject(NOT_FOUND);
    expect((await files.copy("a.txt", "a", { destinationBucket: "texts" })).error).toMatchObject({
      code: "EntityTooLarge",
    });
  });
});

describe("removing objects", () => {
  it("answers with those that are gone", async () => {
    const { data, error } = await files.remove(["a.txt", "none", "b.txt"]);
    expect(error).toBeNull();
    expect(data?.map(({ name }) => name).toSorted()).toEqual(["a.txt", "b.txt"]);
    expect(data?.[0]).toMatchObject({ bucket_id: "files", owner: member.id });
    expect(await files.list()).toEqual({ data: [], error: null });
  });

  it("can ask for a version", async () => {
    const { data: info } = await files.info("a.txt");
    const stale = await files.remove([{ path: "a.txt", versionId: "x" }]);
    expect(stale.data).toEqual([]);
    const current = { path: "a.txt", versionId: info?.version ?? "" };
    expect((await files.remove([current, "b.txt"])).data).toHaveLength(2);
  });

  it("leaves alone what belongs to others", async () => {
    expect(await test.visitor.storage.from("files").remove(["a.txt"])).toEqual({
      data: [],
      error: null,
    });
    expect(await textOf("a.txt")).toBe("a.txt");
  });

  it("works one at a time, and says when nothing was there", async () => {
    const remove = (name: string): Promise<Response> =>
      fetch(`${test.url}/object/files/${name}`, {
        method: "DELETE",
        headers: { apikey: test.backend.secretKey },
      });
    const done = await remove("a.txt");
    expect([done.status, await done.json()]).toEqual([200, { message: "Successfully deleted" }]);
    expect(await (await remove("a.txt")).json()).toMatchObject({ code: "NoSuchKey" });
  });

  it("with SQL is blocked, also for roles that see everything", async () => {
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
  it("take names apart", async () => {
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
