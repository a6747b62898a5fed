import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListPartsCommand,
  PutObjectCommand,
  type S3Client,
  UploadPartCommand,
  UploadPartCopyCommand,
} from "@aws-sdk/client-s3";
import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cleanUpOrphans } from "#server/backend/storage/actions/cleanup-orphans.ts";
import { startStorageTest, type StorageTest } from "#server/backend/storage/storage.fixture.ts";
import { createParts } from "#server/backend/storage/storage.ts";
import { DAY_MS } from "#server/kit/durations.ts";
import { startFakeS3 } from "#tests/fakes/s3/fake-s3.ts";
import { refusalOf, S3_KEYS, s3ClientOf, sessionKeys, signerOf } from "./s3-client.fixture.ts";

const MIB = 1_048_576;
const md5 = (bytes: Buffer) => createHash("md5").update(bytes).digest();

describe("uploads in parts by the unmodified client of S3", () => {
  let test: StorageTest;
  let s3: S3Client;
  const Bucket = "large";
  const head = Buffer.alloc(5 * MIB, "abcdefg");
  const tail = Buffer.from("the end");
  beforeAll(async () => {
    test = await startStorageTest({ settings: { s3Protocol: S3_KEYS } });
    s3 = s3ClientOf(test);
    await test.addOpenBucket(Bucket);
  });
  afterAll(() => test.close());

  const begin = async (Key: string, client = s3, more: object = {}) => {
    const command = new CreateMultipartUploadCommand({ Bucket, Key, ...more });
    const { UploadId = "" } = await client.send(command);
    return { Bucket, Key, UploadId };
  };
  type Upload = Awaited<ReturnType<typeof begin>>;
  const part = async (upload: Upload, PartNumber: number, Body: Buffer | string, client = s3) => {
    const { ETag } = await client.send(new UploadPartCommand({ ...upload, PartNumber, Body }));
    return { PartNumber, ETag };
  };
  const complete = (upload: Upload, Parts: Awaited<ReturnType<typeof part>>[], client = s3) =>
    client.send(new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts } }));
  const storedFiles = () => {
    const folder = join(test.backend.settings.dataDir, "storage", "objects");
    return readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    ).length;
  };

  it("become one object, whatever order the parts came in", async () => {
    const upload = await begin("film.mp4", s3, {
      ContentType: "video/mp4",
      CacheControl: "max-age=5",
      Metadata: { camera: "2" },
    });
    const second = await part(upload, 2, tail);
    await part(upload, 1, "replaced");
    const first = await part(upload, 1, head);
    expect(first.ETag).toBe(`"${md5(head).toString("hex")}"`);
    const listed = await s3.send(new ListPartsCommand(upload));
    expect(listed.Parts?.map(({ PartNumber, Size, ETag }) => [PartNumber, Size, ETag])).toEqual([
      [1, head.length, first.ETag],
      [2, tail.length, second.ETag],
    ]);
    const page = await s3.send(new ListPartsCommand({ ...upload, MaxParts: 1 }));
    expect(page).toMatchObject({ IsTruncated: true, NextPartNumberMarker: "1" });

    const done = await complete(upload, [first, second]);
    const sums = md5(Buffer.concat([md5(head), md5(tail)])).toString("hex");
    expect(done).toMatchObject({ ETag: `"${sums}-2"`, Key: "film.mp4", Bucket });
    const object = { Bucket, Key: "film.mp4" };
    expect(await s3.send(new HeadObjectCommand(object))).toMatchObject({
      ContentLength: head.length + tail.length,
      ContentType: "video/mp4",
      CacheControl: "max-age=5",
      ETag: `"${sums}-2"`,
      Metadata: { camera: "2" },
    });
    const { Body } = await s3.send(new GetObjectCommand(object));
    const bytes = Buffer.from((await Body?.transformToByteArray()) ?? []);
    expect(bytes.equals(Buffer.concat([head, tail]))).toBe(true);
    expect(await refusalOf(s3.send(new ListPartsCommand(upload)))).toBe("NoSuchUpload 404");
    expect(storedFiles()).toBe(1);
  });

  it("are refused when the parts are not those that came", async () => {
    const upload = await begin("refused.bin");
    const first = await part(upload, 1, "short");
    const second = await part(upload, 2, "end");
    const refusal = (parts: (typeof first)[]) => refusalOf(complete(upload, parts));
    expect(await refusal([second, first])).toBe("InvalidPartOrder 400");
    expect(await refusal([first, first])).toBe("InvalidPartOrder 400");
    expect(await refusal([{ ...first, ETag: second.ETag }])).toBe("InvalidPart 400");
    expect(await refusal([{ ...first, PartNumber: 7 }])).toBe("InvalidPart 400");
    expect(await refusal([first, second])).toBe("EntityTooSmall 400");
    expect(await refusal([])).toBe("MalformedXML 400");
    expect(await refusalOf(part(upload, 0, "x"))).toBe("InvalidArgument 400");
    expect(await refusalOf(part(upload, 10_001, "x"))).toBe("InvalidArgument 400");
    await complete(upload, [second]);
    const { data } = await test.service.storage.from(Bucket).download("refused.bin");
    expect(await data?.text()).toBe("end");
  });

  it("never hold more than the bucket allows for one object", async () => {
    await test.service.storage.createBucket("tight", { public: false, fileSizeLimit: 10 });
    const create = new CreateMultipartUploadCommand({ Bucket: "tight", Key: "a" });
    const { UploadId = "" } = await s3.send(create);
    const upload = { Bucket: "tight", Key: "a", UploadId };
    await part(upload, 1, "12345678");
    expect(await refusalOf(part(upload, 2, "123"))).toBe("EntityTooLarge 400");
    expect(await refusalOf(part(upload, 1, "12345678901"))).toBe("EntityTooLarge 400");
    await part(upload, 2, "12");
    await s3.send(new AbortMultipartUploadCommand(upload));
  });

  it("are listed and given up", async () => {
    const files = storedFiles();
    const uploads = [];
    for (const Key of ["up/a", "up/b", "up/c"]) uploads.push(await begin(Key));
    const [first, second] = uploads;
    const list = (more: object = {}) =>
      s3.send(new ListMultipartUploadsCommand({ Bucket, Prefix: "up/", ...more }));
    const page = await list({ MaxUploads: 2 });
    expect(page).toMatchObject({
      IsTruncated: true,
      NextKeyMarker: "up/b",
      NextUploadIdMarker: second?.UploadId,
    });
    expect(page.Uploads?.map(({ Key, UploadId }) => [Key, UploadId])).toEqual([
      ["up/a", first?.UploadId],
      ["up/b", second?.UploadId],
    ]);
    const marker = { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker };
    const rest = await list(marker);
    expect(rest.Uploads?.map(({ Key }) => Key)).toEqual(["up/c"]);
    for (const upload of uploads) {
      await part(upload, 1, "x");
      await s3.send(new AbortMultipartUploadCommand(upload));
      expect(await refusalOf(s3.send(new AbortMultipartUploadCommand(upload)))).toBe(
        "NoSuchUpload 404",
      );
    }
    expect((await list()).Uploads).toBeUndefined();
    expect(storedFiles()).toBe(files);
  });

  it("take parts from objects that are there", async () => {
    await s3.send(new PutObjectCommand({ Bucket, Key: "source", Body: "0123456789" }));
    const upload = await begin("copied");
    const copy = (more: object) =>
      s3.send(
        new UploadPartCopyCommand({
          ...upload,
          PartNumber: 1,
          CopySource: `${Bucket}/source`,
          ...more,
        }),
      );
    expect(await refusalOf(copy({ CopySourceRange: "bytes=5-10" }))).toBe("InvalidRange 416");
    expect(await refusalOf(copy({ CopySourceRange: "5-7" }))).toBe("InvalidArgument 400");
    expect(await refusalOf(copy({ CopySource: `${Bucket}/none` }))).toBe("NoSuchKey 404");
    const { CopyPartResult } = await copy({ CopySourceRange: "bytes=2-5" });
    await complete(upload, [{ PartNumber: 1, ETag: CopyPartResult?.ETag }]);
    const { data } = await test.service.storage.from(Bucket).download("copied");
    expect(await data?.text()).toBe("2345");
  });

  it("are their beginner's alone, within the policies of the object to be", async () => {
    const [owner, other] = [await test.addMember(), await test.addMember()];
    const [mine, theirs] = [owner, other].map(({ token }) =>
      s3ClientOf(test, sessionKeys(test, token)),
    );
    const upload = await begin("members.bin", mine);
    expect(await refusalOf(part(upload, 1, "x", theirs))).toBe("NoSuchUpload 404");
    const list = new ListMultipartUploadsCommand({ Bucket });
    expect((await theirs?.send(list))?.Uploads).toBeUndefined();
    expect((await mine?.send(list))?.Uploads).toHaveLength(1);
    await complete(upload, [await part(upload, 1, "mine", mine)], mine);
    await test.service.storage.createBucket("not-theirs", { public: false });
    const create = new CreateMultipartUploadCommand({ Bucket: "not-theirs", Key: "a" });
    expect(await refusalOf(mine?.send(create) ?? Promise.resolve())).toBe("AccessDenied 403");
  });

  it("outlive a process, and those that nobody goes on with are forgotten after a week", async () => {
    const files = storedFiles();
    const kept = await begin("kept");
    const kept1 = await part(kept, 1, "kept");
    const left = await begin("left");
    await part(left, 1, "left");
    const at = (ms: number) => ({ ...test.deps, now: () => Date.now() + ms });
    expect(await cleanUpOrphans(createParts(at(6 * DAY_MS)))).toEqual({
      removedFiles: 0,
      missingFiles: 0,
    });
    await complete(kept, [kept1]);
    expect(await cleanUpOrphans(createParts(at(8 * DAY_MS)))).toEqual({
      removedFiles: 1,
      missingFiles: 0,
    });
    expect(await refusalOf(part(left, 2, "x"))).toBe("NoSuchUpload 404");
    expect(storedFiles()).toBe(files + 1);
  });

  it.each([
    ["no XML", "<Complete"],
    ["another document", "<Delete><Object><Key>a</Key></Object></Delete>"],
    [
      "no number",
      "<CompleteMultipartUpload><Part><PartNumber>x</PartNumber><ETag>a</ETag></Part></CompleteMultipartUpload>",
    ],
    [
      "entities of its own",
      `<!DOCTYPE a [<!ENTITY b "c">]><CompleteMultipartUpload><Part><PartNumber>1</PartNumber><ETag>&b;</ETag></Part></CompleteMultipartUpload>`,
    ],
    ["nothing", ""],
    ["no UTF-8", new Uint8Array([0xff, 0xfe])],
  ])("are not completed by %s", async (_, body) => {
    const upload = await begin("malformed");
    const url = `${test.url}/s3/${Bucket}/malformed?uploadId=${upload.UploadId}`;
    const answer = await signerOf().fetch(url, { method: "POST", body });
    expect([answer.status, await answer.text()]).toEqual([
      400,
      expect.stringContaining("<Code>MalformedXML</Code>"),
    ]);
  });

  it("go through any of several servers that share a database and a store", async () => {
    const store = await startFakeS3();
    const settings = { s3Protocol: S3_KEYS, s3: store.settings };
    const other = await startStorageTest({ settings });
    const third = await startStorageTest({ settings, beside: other.backend });
    try {
      const [client, beside] = [s3ClientOf(other), s3ClientOf(third)];
      await client.send(new CreateBucketCommand({ Bucket }));
      const upload = await begin("far", client);
      await complete(upload, [await part(upload, 1, "far away", beside)], client);
      const { data } = await other.service.storage.from(Bucket).download("far");
      expect(await data?.text()).toBe("far away");
      expect(store.objects.size).toBe(1);
    } finally {
      await third.close();
      await other.close();
      await store.close();
    }
  });
});
