import {
  CopyObjectCommand,
  CreateBucketCommand,
  DeleteBucketCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetBucketLocationCommand,
  GetBucketVersioningCommand,
  GetObjectCommand,
  GetObjectTaggingCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListBucketsCommand,
  ListObjectsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type S3Client,
} from "@aws-sdk/client-s3";
import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startStorageTest, type StorageTest } from "#server/backend/storage/storage.fixture.ts";
import { refusalOf, S3_KEYS, s3ClientOf } from "./s3-client.fixture.ts";

const md5 = (text: string): string => `"${createHash("md5").update(text).digest("hex")}"`;

describe("buckets and objects by the unmodified client of S3", () => {
  let test: StorageTest;
  let s3: S3Client;
  const Bucket = "films";
  beforeAll(async () => {
    test = await startStorageTest({ settings: { s3Protocol: S3_KEYS } });
    s3 = s3ClientOf(test);
    await s3.send(new CreateBucketCommand({ Bucket }));
  });
  afterAll(() => test.close());

  const put = (Key: string, Body: string, more: object = {}) =>
    s3.send(new PutObjectCommand({ Bucket, Key, Body, ...more }));
  const read = async (Key: string, more: object = {}) => {
    const { Body } = await s3.send(new GetObjectCommand({ Bucket, Key, ...more }));
    return Body?.transformToString();
  };

  it("makes, lists, describes and deletes buckets", async () => {
    await s3.send(new CreateBucketCommand({ Bucket: "open", ACL: "public-read" }));
    const { data } = await test.service.storage.getBucket("open");
    expect(data?.public).toBe(true);
    const { Buckets = [] } = await s3.send(new ListBucketsCommand({}));
    expect(Buckets.map(({ Name }) => Name)).toEqual(["avatars", "films", "open", "posters"]);
    expect(Buckets[0]?.CreationDate).toBeInstanceOf(Date);
    await s3.send(new HeadBucketCommand({ Bucket: "open" }));
    const location = await s3.send(new GetBucketLocationCommand({ Bucket: "open" }));
    expect(location.LocationConstraint).toBe("us-east-1");
    const versioning = await s3.send(new GetBucketVersioningCommand({ Bucket: "open" }));
    expect(versioning.Status).toBeUndefined();

    expect(await refusalOf(s3.send(new CreateBucketCommand({ Bucket: "open" })))).toBe(
      "BucketAlreadyExists 409",
    );
    await s3.send(new PutObjectCommand({ Bucket: "open", Key: "a", Body: "a" }));
    const remove = new DeleteBucketCommand({ Bucket: "open" });
    expect(await refusalOf(s3.send(remove))).toBe("BucketNotEmpty 409");
    await s3.send(new DeleteObjectCommand({ Bucket: "open", Key: "a" }));
    await s3.send(remove);
    expect(await refusalOf(s3.send(remove))).toBe("NoSuchBucket 404");
    expect(await refusalOf(s3.send(new HeadBucketCommand({ Bucket: "open" })))).toBe(
      "NotFound 404",
    );
  });

  it("keeps an object with its type, lifetime and metadata, and gives it back", async () => {
    const put = await s3.send(
      new PutObjectCommand({
        Bucket,
        Key: "a folder/it's (a) film.html",
        Body: "<b>film</b>",
        ContentType: "text/html; charset=utf-8",
        CacheControl: "max-age=60",
        Metadata: { source: "camera 2" },
      }),
    );
    expect(put.ETag).toBe(md5("<b>film</b>"));
    const got = await s3.send(new GetObjectCommand({ Bucket, Key: "a folder/it's (a) film.html" }));
    expect(await got.Body?.transformToString()).toBe("<b>film</b>");
    expect(got).toMatchObject({
      ContentType: "text/html; charset=utf-8",
      CacheControl: "max-age=60",
      ContentLength: 11,
      ETag: put.ETag,
      Metadata: { source: "camera 2" },
    });
    const head = await s3.send(
      new HeadObjectCommand({ Bucket, Key: "a folder/it's (a) film.html" }),
    );
    expect(head).toMatchObject({ ContentLength: 11, ETag: put.ETag, AcceptRanges: "bytes" });
    expect(head.LastModified).toBeInstanceOf(Date);
    const { data } = await test.service.storage.from(Bucket).info("a folder/it's (a) film.html");
    expect(data?.metadata).toEqual({ source: "camera 2" });
  });

  it("replaces an object, and with a condition only adds one", async () => {
    await put("note.txt", "one");
    await put("note.txt", "two");
    expect(await read("note.txt")).toBe("two");
    expect(await refusalOf(put("note.txt", "three", { IfNoneMatch: "*" }))).toBe(
      "PreconditionFailed 412",
    );
    await put("fresh.txt", "fresh", { IfNoneMatch: "*" });
    expect(await read("fresh.txt")).toBe("fresh");
  });

  it.each([
    ["CRC32", "a stream of unknown checksum"],
    ["CRC32C", "123456789"],
    ["CRC64NVME", "123456789"],
    ["SHA1", "abc"],
    ["SHA256", ""],
  ] as const)("takes a streamed body with a trailing %s", async (ChecksumAlgorithm, text) => {
    const command = new PutObjectCommand({
      Bucket,
      Key: `streamed-${ChecksumAlgorithm}`,
      Body: Readable.from([Buffer.from(text.slice(0, 3)), Buffer.from(text.slice(3))]),
      ContentLength: text.length,
      ChecksumAlgorithm,
    });
    const { ETag } = await s3.send(command);
    expect(ETag).toBe(md5(text));
    expect(await read(`streamed-${ChecksumAlgorithm}`)).toBe(text);
  });

  it("keeps how an object is encoded, but not how its body travelled", async () => {
    await put("zipped", "zipped", { ContentEncoding: "aws-chunked,gzip" });
    const get = { Bucket, Key: "zipped" };
    const { ContentEncoding } = await s3.send(new HeadObjectCommand(get));
    expect(ContentEncoding).toBe("gzip");
    await put("plain", "plain", { ContentEncoding: "aws-chunked" });
    const plain = await s3.send(new HeadObjectCommand({ Bucket, Key: "plain" }));
    expect(plain.ContentEncoding).toBeUndefined();
  });

  it("sends a range, and says so when there is none", async () => {
    await put("range.txt", "0123456789");
    const part = await s3.send(
      new GetObjectCommand({ Bucket, Key: "range.txt", Range: "bytes=2-4" }),
    );
    expect(await part.Body?.transformToString()).toBe("234");
    expect(part.ContentRange).toBe("bytes 2-4/10");
    expect(await read("range.txt", { Range: "bytes=-3" })).toBe("789");
    expect(await refusalOf(read("range.txt", { Range: "bytes=10-" }))).toBe("InvalidRange 416");
    expect(await read("range.txt", { PartNumber: 1 })).toBe("0123456789");
    expect(await refusalOf(read("range.txt", { PartNumber: 2 }))).toBe("InvalidPartNumber 416");
  });

  it("heeds conditions on tag and date", async () => {
    const { ETag } = await put("conditions.txt", "x");
    const past = new Date(Date.now() - 3_600_000);
    const future = new Date(Date.now() + 3_600_000);
    const refusal = (more: object) => refusalOf(read("conditions.txt", more));
    expect(await refusal({ IfNoneMatch: ETag })).toMatch(/304$/);
    expect(await refusal({ IfModifiedSince: future })).toMatch(/304$/);
    expect(await refusal({ IfMatch: '"other"' })).toBe("PreconditionFailed 412");
    expect(await refusal({ IfUnmodifiedSince: past })).toBe("PreconditionFailed 412");
    expect(await read("conditions.txt", { IfMatch: ETag, IfUnmodifiedSince: past })).toBe("x");
    expect(await read("conditions.txt", { IfNoneMatch: '"other"', IfModifiedSince: future })).toBe(
      "x",
    );
    expect(await read("conditions.txt", { IfModifiedSince: past })).toBe("x");
  });

  it("answers with the headers that the request asks for", async () => {
    await put("save.txt", "x");
    const got = await s3.send(
      new GetObjectCommand({
        Bucket,
        Key: "save.txt",
        ResponseContentDisposition: 'attachment; filename="saved.txt"',
        ResponseContentType: "text/csv",
        ResponseCacheControl: "no-store",
        ResponseContentLanguage: "fr",
      }),
    );
    expect(got).toMatchObject({
      ContentDisposition: 'attachment; filename="saved.txt"',
      ContentType: "text/csv",
      CacheControl: "no-store",
      ContentLanguage: "fr",
    });
  });

  it("copies with the metadata of the source, or with other", async () => {
    await put("source & co.txt", "text", { ContentType: "text/plain", Metadata: { a: "1" } });
    const CopySource = encodeURIComponent(`${Bucket}/source & co.txt`);
    const copy = (Key: string, more: object = {}) =>
      s3.send(new CopyObjectCommand({ Bucket, Key, CopySource, ...more }));
    const { CopyObjectResult } = await copy("copy.txt");
    expect(CopyObjectResult?.ETag).toBe(md5("text"));
    const same = await s3.send(new HeadObjectCommand({ Bucket, Key: "copy.txt" }));
    expect(same).toMatchObject({ ContentType: "text/plain", Metadata: { a: "1" } });

    const replacing = {
      MetadataDirective: "REPLACE",
      ContentType: "text/csv",
      Metadata: { b: "2" },
    };
    await copy("copy.txt", replacing);
    const other = await s3.send(new HeadObjectCommand({ Bucket, Key: "copy.txt" }));
    expect(other).toMatchObject({ ContentType: "text/csv", Metadata: { b: "2" } });
    expect(await refusalOf(copy("source & co.txt"))).toBe("InvalidRequest 400");
    await copy("source & co.txt", replacing);
    expect(await read("source & co.txt")).toBe("text");
    expect(await refusalOf(copy("x", { CopySourceIfNoneMatch: md5("text") }))).toBe(
      "PreconditionFailed 412",
    );
    expect(await refusalOf(copy("x", { CopySource: "films/nothing" }))).toBe("NoSuchKey 404");
    expect(await refusalOf(copy("x", { CopySource: "films" }))).toBe("InvalidArgument 400");
  });

  it("deletes one and many; what is not there is gone already", async () => {
    await put("d/1", "1");
    await put("d/2 & 3.txt", "2");
    await s3.send(new DeleteObjectCommand({ Bucket, Key: "d/1" }));
    await s3.send(new DeleteObjectCommand({ Bucket, Key: "d/1" }));
    const { Deleted, Errors } = await s3.send(
      new DeleteObjectsCommand({
        Bucket,
        Delete: { Objects: [{ Key: "d/2 & 3.txt" }, { Key: "d/none" }] },
      }),
    );
    expect(Deleted?.map(({ Key }) => Key)).toEqual(["d/2 & 3.txt", "d/none"]);
    expect(Errors).toBeUndefined();
    expect(await refusalOf(read("d/2 & 3.txt"))).toBe("NoSuchKey 404");
    const quiet = { Objects: [{ Key: "d/none" }], Quiet: true };
    const answer = await s3.send(new DeleteObjectsCommand({ Bucket, Delete: quiet }));
    expect(answer.Deleted).toBeUndefined();
  });

  it("says that an object has no tags", async () => {
    await put("tagged", "x");
    const { TagSet } = await s3.send(new GetObjectTaggingCommand({ Bucket, Key: "tagged" }));
    expect(TagSet).toEqual([]);
  });

  it("refuses what is too large, of the wrong type, or has a name that no object may have", async () => {
    const { data } = await test.service.storage.createBucket("small", {
      public: false,
      fileSizeLimit: 4,
      allowedMimeTypes: ["text/plain"],
    });
    expect(data?.name).toBe("small");
    const send = (Body: string, ContentType: string, Key = "a") =>
      refusalOf(s3.send(new PutObjectCommand({ Bucket: "small", Key, Body, ContentType })));
    expect(await send("12345", "text/plain")).toBe("EntityTooLarge 400");
    expect(await send("1234", "text/html")).toBe("InvalidMimeType 415");
    expect(await send("1234", "text/plain", "é")).toBe("InvalidKey 400");
    expect(await send("1234", "text/plain")).toBe("no refusal");
    expect(await refusalOf(read("nothing"))).toBe("NoSuchKey 404");
    expect(await refusalOf(s3.send(new GetObjectCommand({ Bucket: "none", Key: "a" })))).toBe(
      "NoSuchBucket 404",
    );
    expect(await refusalOf(s3.send(new HeadObjectCommand({ Bucket, Key: "none" })))).toBe(
      "NotFound 404",
    );
    expect(
      await refusalOf(s3.send(new PutObjectCommand({ Bucket: "none", Key: "a", Body: "x" }))),
    ).toBe("NoSuchBucket 404");
  });

  describe("lists", () => {
    const KEYS = ["A.txt", "a b+c.txt", "a/1", "a/2", "a/b/3", "a0", "b/1", "c", "z"];
    beforeAll(async () => {
      await s3.send(new CreateBucketCommand({ Bucket: "listed" }));
      for (const Key of KEYS.toReversed()) {
        await s3.send(new PutObjectCommand({ Bucket: "listed", Key, Body: Key }));
      }
    });

    /** Every page of a list, one after the other. */
    const pages = async (more: object) => {
      const all: (readonly string[])[] = [];
      let ContinuationToken: string | undefined;
      do {
        const page = await s3.send(
          new ListObjectsV2Command({ Bucket: "listed", ContinuationToken, ...more }),
        );
        const names = [
          ...(page.Contents ?? []).map(({ Key = "" }) => Key),
          ...(page.CommonPrefixes ?? []).map(({ Prefix = "" }) => Prefix),
        ];
        expect(page.KeyCount).toBe(names.length);
        all.push(names);
        ContinuationToken = page.NextContinuationToken;
      } while (ContinuationToken !== undefined);
      return all;
    };

    it("keys in the order of their bytes, page by page", async () => {
      expect(await pages({})).toEqual([KEYS]);
      expect(await pages({ MaxKeys: 4 })).toEqual([KEYS.slice(0, 4), KEYS.slice(4, 8), ["z"]]);
      expect(await pages({ Prefix: "a/" })).toEqual([["a/1", "a/2", "a/b/3"]]);
      expect(await pages({ StartAfter: "a/2" })).toEqual([KEYS.slice(4)]);
      expect(await pages({ MaxKeys: 0 })).toEqual([[]]);
      expect(await pages({ Prefix: "none" })).toEqual([[]]);
    });

    it("one level, with what deeper keys have in common", async () => {
      const one = { Delimiter: "/" };
      expect(await pages(one)).toEqual([["A.txt", "a b+c.txt", "a0", "c", "z", "a/", "b/"]]);
      expect(await pages({ ...one, MaxKeys: 1 })).toEqual(
        ["A.txt", "a b+c.txt", "a/", "a0", "b/", "c", "z"].map((name) => [name]),
      );
      expect(await pages({ ...one, Prefix: "a/" })).toEqual([["a/1", "a/2", "a/b/"]]);
      expect(await pages({ ...one, Prefix: "a" })).toEqual([["a b+c.txt", "a0", "a/"]]);
      expect(await pages({ Delimiter: ".t" })).toEqual([
        ["a/1", "a/2", "a/b/3", "a0", "b/1", "c", "z", "A.t", "a b+c.t"],
      ]);
    });

    it("what tools compare: sizes, tags, dates; names encoded when they ask", async () => {
      const page = await s3.send(
        new ListObjectsV2Command({ Bucket: "listed", Prefix: "a b", EncodingType: "url" }),
      );
      expect(page).toMatchObject({ Prefix: "a%20b", EncodingType: "url", IsTruncated: false });
      expect(page.Contents).toEqual([
        {
          Key: "a%20b%2Bc.txt",
          Size: 9,
          ETag: md5("a b+c.txt"),
          LastModified: expect.any(Date),
          StorageClass: "STANDARD",
        },
      ]);
    });

    it("by the older call too", async () => {
      const list = (more: object) =>
        s3.send(new ListObjectsCommand({ Bucket: "listed", Delimiter: "/", ...more }));
      const first = await list({ MaxKeys: 3 });
      expect(first).toMatchObject({ IsTruncated: true, NextMarker: "a/" });
      const second = await list({ Marker: first.NextMarker });
      expect(second.Contents?.map(({ Key }) => Key)).toEqual(["a0", "c", "z"]);
      expect(second.CommonPrefixes?.map(({ Prefix }) => Prefix)).toEqual(["b/"]);
    });

    it("nothing when the question makes no sense", async () => {
      const list = (more: object) =>
        refusalOf(s3.send(new ListObjectsV2Command({ Bucket: "listed", ...more })));
      expect(await list({ ContinuationToken: "%%%" })).toBe("InvalidArgument 400");
      expect(await list({ MaxKeys: -1 })).toBe("InvalidArgument 400");
      expect(await list({ EncodingType: "base64" })).toBe("InvalidArgument 400");
      expect(await list({ Prefix: "x".repeat(1_025) })).toBe("InvalidArgument 400");
      expect(await list({ Bucket: "none" })).toBe("NoSuchBucket 404");
    });
  });
});
