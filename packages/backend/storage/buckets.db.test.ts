import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startStorageTest, type Member, type StorageTest } from "./storage.fixture.ts";

describe("buckets", () => {
  let test: StorageTest;
  let member: Member;
  beforeAll(async () => {
    test = await startStorageTest();
    member = await test.addMember();
  });
  afterAll(() => test.close());

  it("are created, changed, emptied and deleted with the secret key (S7.41)", async () => {
    const { storage } = test.service;
    const made = await storage.createBucket("papers", {
      public: true,
      fileSizeLimit: "2MB",
      allowedMimeTypes: ["text/plain", "image/*"],
    });
    expect(made).toEqual({ data: { name: "papers" }, error: null });

    const { data: bucket } = await storage.getBucket("papers");
    expect(bucket).toEqual({
      id: "papers",
      name: "papers",
      owner: "",
      public: true,
      type: "STANDARD",
      file_size_limit: 2_000_000,
      allowed_mime_types: ["text/plain", "image/*"],
      created_at: expect.stringMatching(/^\d{4}-.+Z$/),
      updated_at: expect.stringMatching(/^\d{4}-.+Z$/),
    });

    const changed = await storage.updateBucket("papers", { public: false, fileSizeLimit: null });
    expect(changed).toEqual({ data: { message: "Successfully updated" }, error: null });
    expect((await storage.getBucket("papers")).data).toMatchObject({
      public: false,
      file_size_limit: null,
      allowed_mime_types: ["text/plain", "image/*"],
    });

    await storage.from("papers").upload("a/b.txt", "text", { contentType: "text/plain" });
    const full = await storage.deleteBucket("papers");
    expect(full.error).toMatchObject({
      status: 400,
      statusCode: "409",
      code: "ResourceNotEmpty",
      message: "The bucket you tried to delete is not empty",
    });
    expect(await storage.emptyBucket("papers")).toEqual({
      data: { message: "Empty bucket has been queued. Completion may take up to an hour." },
      error: null,
    });
    expect(await storage.deleteBucket("papers")).toEqual({
      data: { message: "Successfully deleted" },
      error: null,
    });
    expect((await storage.getBucket("papers")).error).toMatchObject({
      status: 400,
      statusCode: "404",
      code: "NoSuchBucket",
      message: "Bucket not found",
    });
  });

  it("are listed by the caller's policies", async () => {
    await test.service.storage.createBucket("zebra", { public: false });
    const all = await test.service.storage.listBuckets();
    expect(all.data?.map(({ id }) => id)).toEqual(["avatars", "zebra"]);
    const descending = await test.service.storage.listBuckets({
      sortColumn: "name",
      sortOrder: "desc",
      limit: 1,
    });
    expect(descending.data?.map(({ id }) => id)).toEqual(["zebra"]);
    const found = await test.service.storage.listBuckets({ search: "AVA", offset: 0 });
    expect(found.data?.map(({ id }) => id)).toEqual(["avatars"]);

    const seen = await member.client.storage.listBuckets();
    expect(seen.data).toMatchObject([
      {
        id: "avatars",
        public: true,
        file_size_limit: 5_242_880,
        allowed_mime_types: ["image/png", "image/jpeg", "image/gif", "image/webp"],
      },
    ]);
    expect(await test.visitor.storage.listBuckets()).toEqual({ data: [], error: null });
    expect((await member.client.storage.getBucket("zebra")).error).toMatchObject({
      code: "NoSuchBucket",
    });
  });

  it("cannot be created, changed, emptied or deleted by members and visitors", async () => {
    for (const { storage } of [member.client, test.visitor]) {
      const made = await storage.createBucket("mine", { public: true });
      expect(made.error).toMatchObject({
        status: 400,
        statusCode: "403",
        code: "AccessDenied",
        message: "new row violates row-level security policy",
      });
    }
    const { storage } = member.client;
    for (const { error } of [
      await storage.updateBucket("avatars", { public: false }),
      await storage.deleteBucket("avatars"),
    ]) {
      expect(error).toMatchObject({ statusCode: "403", code: "AccessDenied" });
    }
    expect((await storage.emptyBucket("zebra")).error).toMatchObject({ code: "NoSuchBucket" });
    expect((await test.service.storage.getBucket("avatars")).data).toMatchObject({ public: true });
  });

  it.each([
    [
      "a name twice",
      "avatars",
      { public: true },
      { code: "BucketAlreadyExists", statusCode: "409" },
    ],
    ["a slash", "a/b", { public: true }, { code: "InvalidBucketName", statusCode: "400" }],
    ["a name of 101 characters", "x".repeat(101), { public: true }, { code: "InvalidBucketName" }],
    [
      "a limit beyond the server's",
      "big",
      { public: true, fileSizeLimit: "1GB" },
      { code: "EntityTooLarge", statusCode: "413" },
    ],
    [
      "a limit that is none",
      "odd",
      { public: true, fileSizeLimit: "many" },
      { code: "InvalidRequest", statusCode: "400" },
    ],
    [
      "a type that is none",
      "odd",
      { public: true, allowedMimeTypes: ["png"] },
      { code: "InvalidMimeType", statusCode: "415" },
    ],
    [
      "a kind of bucket that is not here",
      "odd",
      { public: true, type: "ANALYTICS" },
      { code: "FeatureNotEnabled", statusCode: "409" },
    ],
    [
      "versioning",
      "odd",
      { public: true, versioningStatus: "ENABLED" as const },
      { code: "FeatureNotEnabled", statusCode: "409" },
    ],
  ])("reject %s", async (_what, id, settings, error) => {
    const result = await test.service.storage.createBucket(id, settings);
    expect(result.data).toBeNull();
    expect(result.error).toMatchObject({ status: 400, ...error });
  });

  it("respond to missing features like a project without them", async () => {
    const { storage } = test.service;
    expect((await storage.getBucketLifecycle("avatars")).error).toMatchObject({
      status: 400,
      code: "FeatureNotEnabled",
    });
    for (const reply of [
      await storage.purgeBucketCache("avatars"),
      await storage.vectors.createBucket("songs"),
      await storage.analytics.createBucket("views"),
    ]) {
      expect(reply.error).not.toBeNull();
    }
    const unknown = await fetch(`${test.url}/iceberg/v1`, {
      headers: { apikey: test.backend.secretKey },
    });
    expect(unknown.status).toBe(404);
    expect(await unknown.json()).toMatchObject({ statusCode: "404", error: "Not Found" });
  });
});
