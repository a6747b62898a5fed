import { readdir } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startStorageTest, type Member, type StorageTest } from "./storage.fixture.ts";

const TEXT = { contentType: "text/plain" };

describe("an upload", () => {
  let test: StorageTest;
  let member: Member;
  beforeAll(async () => {
    test = await startStorageTest();
    member = await test.addMember();
    await test.addOpenBucket("files", {
      public: false,
      fileSizeLimit: 1_000,
      allowedMimeTypes: ["text/*", "application/json"],
    });
  });
  afterAll(() => test.close());

  it("as a form is stored with its type, cache time, metadata and owner", async () => {
    const files = member.client.storage.from("files");
    const file = new Blob(["peace"], { type: "text/plain" });
    const { data, error } = await files.upload("/notes//a.txt", file, {
      cacheControl: "60",
      metadata: { mood: "calm" },
    });
    expect(error).toBeNull();
    expect(data).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      path: "notes/a.txt",
      fullPath: "files/notes/a.txt",
    });
    const { data: info } = await files.info("notes/a.txt");
    expect(info).toEqual({
      id: data?.id,
      name: "notes/a.txt",
      bucketId: "files",
      version: expect.stringMatching(/^[0-9a-f-]{36}$/),
      size: 5,
      contentType: "text/plain",
      cacheControl: "max-age=60",
      etag: expect.stringMatching(/^"[0-9a-f]{32}"$/),
      metadata: { mood: "calm" },
      lastModified: expect.stringMatching(/Z$/),
      createdAt: expect.stringMatching(/Z$/),
    });
    const { data: stored } = await files.download("notes/a.txt");
    expect(await stored?.text()).toBe("peace");
    const [row] = await test.backend.admin`
      select owner, owner_id, path_tokens from storage.objects where id = ${data?.id ?? ""}`;
    expect(row).toEqual({ owner: member.id, owner_id: member.id, path_tokens: ["notes", "a.txt"] });
  });

  it.each([
    ["text", "faith"],
    ["bytes", new TextEncoder().encode("faith")],
    ["a stream of unknown length", new Blob(["faith"]).stream()],
  ])("as raw %s is stored with its headers", async (what, body) => {
    const files = member.client.storage.from("files");
    const name = `raw ${what}.txt`;
    const { error } = await files.upload(name, body, { ...TEXT, metadata: { a: 1 } });
    expect(error).toBeNull();
    const { data: info } = await files.info(name);
    expect(info).toMatchObject({
      size: 5,
      contentType: "text/plain",
      cacheControl: "max-age=3600",
      metadata: { a: 1 },
    });
    expect(await (await files.download(name)).data?.text()).toBe("faith");
  });

  it("of an existing name is rejected, unless it is an upsert or update", async () => {
    const files = member.client.storage.from("files");
    await files.upload("twice.txt", "one", TEXT);
    const again = await files.upload("twice.txt", "two", TEXT);
    expect(again.error).toMatchObject({
      status: 400,
      statusCode: "409",
      code: "KeyAlreadyExists",
      message: "The resource already exists",
    });
    expect(await (await files.download("twice.txt")).data?.text()).toBe("one");
    const { data: before } = await files.info("twice.txt");

    expect((await files.upload("twice.txt", "two", { ...TEXT, upsert: true })).error).toBeNull();
    expect(await (await files.download("twice.txt")).data?.text()).toBe("two");
    expect((await files.update("twice.txt", "three", TEXT)).error).toBeNull();
    expect(await (await files.download("twice.txt")).data?.text()).toBe("three");
    const { data: after } = await files.info("twice.txt");
    expect(after?.id).toBe(before?.id);
    expect(after?.version).not.toBe(before?.version);
  });

  it("is stored once when several concurrent ones have the same name", async () => {
    const files = member.client.storage.from("files");
    const results = await Promise.all(
      ["a", "b", "c", "d", "e"].map((text) => files.upload("race.txt", text, TEXT)),
    );
    const codes = results.map(({ error }) => error?.statusCode ?? "stored");
    expect(codes.toSorted()).toEqual(["409", "409", "409", "409", "stored"]);
    const updates = await Promise.all(
      ["v", "w", "x", "y", "z"].map((text) => files.update("race.txt", text, TEXT)),
    );
    expect(updates.map(({ error }) => error)).toEqual([null, null, null, null, null]);
    expect(await (await files.download("race.txt")).data?.text()).toMatch(/^[v-z]$/);
  });

  it("into a missing bucket is rejected", async () => {
    const { error } = await member.client.storage.from("nowhere").upload("a.txt", "a", TEXT);
    expect(error).toMatchObject({
      status: 400,
      statusCode: "404",
      code: "NoSuchBucket",
      message: "Bucket not found",
    });
  });

  it("without a policy is rejected before its body is read", async () => {
    const { error } = await test.visitor.storage.from("files").upload("a.txt", "a", TEXT);
    expect(error).toMatchObject({
      status: 400,
      statusCode: "403",
      code: "AccessDenied",
      message: "new row violates row-level security policy",
    });
  });

  it.each([
    ["a form", new Blob(["<svg/>"], { type: "image/svg+xml" }), {}],
    ["raw", "<svg/>", { contentType: "image/svg+xml" }],
  ])("of a type that the bucket does not allow is rejected (%s)", async (_what, body, options) => {
    const { error } = await member.client.storage.from("files").upload("x.svg", body, options);
    expect(error).toMatchObject({
      status: 400,
      statusCode: "415",
      code: "InvalidMimeType",
      message: "mime type image/svg+xml is not supported",
    });
  });

  it.each([
    ["form", (text: string) => new Blob([text], { type: "text/plain" }), 400],
    ["raw", (text: string) => text, 413],
    ["stream", (text: string) => new Blob([text]).stream(), 400],
  ])("may have exactly the limit in bytes (%s)", async (kind, make, status) => {
    const files = member.client.storage.from("files");
    const fits = await files.upload(`limit-${kind}`, make("x".repeat(1_000)), TEXT);
    expect(fits.error).toBeNull();
    const { error } = await files.upload(`over-${kind}`, make("x".repeat(1_001)), TEXT);
    expect(error).toMatchObject({
      status,
      statusCode: "413",
      code: "EntityTooLarge",
      message: "The object exceeded the maximum allowed size",
    });
    expect((await files.exists(`over-${kind}`)).data).toBe(false);
  });

  it("with invalid metadata or type is rejected", async () => {
    const send = (headers: Record<string, string>): Promise<Response> =>
      fetch(`${test.url}/object/files/odd.txt`, {
        method: "POST",
        body: "x",
        headers: { apikey: test.backend.secretKey, "content-type": "text/plain", ...headers },
      });
    for (const metadata of ["", "W10=", "bm9uZQ==", "IngiCg=="]) {
      const response = await send({ "x-metadata": metadata });
      expect(await response.json()).toMatchObject({ statusCode: "400", code: "InvalidParameter" });
    }
    const response = await send({ "content-type": "nonsense" });
    expect(await response.json()).toMatchObject({ statusCode: "415", code: "InvalidMimeType" });
  });

  it("leaves one file for every row, and no staged file", async () => {
    const root = `${test.backend.settings.dataDir}/storage`;
    const entries = await readdir(`${root}/objects`, { recursive: true, withFileTypes: true });
    const versions = await test.backend.admin<{ version: string }[]>`
      select version from storage.objects order by 1`;
    expect(
      entries
        .filter((entry) => entry.isFile())
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual(versions.map(({ version }) => version));
    expect(await readdir(`${root}/staging`)).toEqual([]);
  });
});
