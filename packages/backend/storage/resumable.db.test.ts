import { createHash, randomBytes } from "node:crypto";
import { Upload } from "tus-js-client";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { purgeExpiredUploads } from "./resumable/resumable-rows.ts";
import { createStorageDeps } from "./storage.ts";
import { cleanUpOrphans } from "./actions/cleanup-orphans.ts";
import {
  avatarName,
  makeImage,
  startStorageTest,
  type Member,
  type StorageTest,
} from "./storage.fixture.ts";
import { createTusClient, metadataOf, type TusCall, type TusClient } from "./tus.fixture.ts";

const DAY_MS = 86_400_000;
const PART_BYTES = 6_291_456;

let test: StorageTest;
let member: Member;
let tus: TusClient;
let files: ReturnType<Member["client"]["storage"]["from"]>;
beforeAll(async () => {
  test = await startStorageTest();
  member = await test.addMember();
  await test.addOpenBucket("files");
  await test.addOpenBucket("small", {
    public: false,
    fileSizeLimit: 10,
    allowedMimeTypes: ["text/plain"],
  });
  files = member.client.storage.from("files");
  tus = clientOf(member.token);
});
afterAll(() => test.close());
afterEach(() => test.backend.setNow(Date.now()));

function clientOf(token: string, bucket = "files", more: Record<string, string> = {}): TusClient {
  const headers = {
    apikey: test.backend.publishableKey,
    authorization: `Bearer ${token}`,
    ...more,
  };
  return createTusClient(test.backend.url, headers, bucket);
}

async function textOf(name: string): Promise<string | undefined> {
  return (await files.download(name)).data?.text();
}

/** Counts rows of uploads, and files without an object. */
async function leftOver(): Promise<{ uploads: number; files: number }> {
  const [row] = await test.backend.admin<{ uploads: number; versions: string[] }[]>`
    select (select count(*)::int from storage.resumable_uploads where completed_at is null) as uploads,
           (select coalesce(array_agg(version), '{}') from storage.objects) as versions`;
  const known = new Set(row?.versions);
  let count = 0;
  for await (const { version } of createStorageDeps(test.deps).store.list()) {
    if (!known.has(version)) count += 1;
  }
  return { uploads: row?.uploads ?? 0, files: count };
}

describe("a resumable upload", () => {
  it("by the known client becomes an object with its content and metadata", async () => {
    const content = randomBytes(2 * PART_BYTES + 1_000);
    await new Promise<void>((resolve, reject) => {
      new Upload(content, {
        endpoint: `${test.url}/upload/resumable`,
        headers: {
          apikey: test.backend.publishableKey,
          authorization: `Bearer ${member.token}`,
        },
        chunkSize: PART_BYTES,
        uploadDataDuringCreation: true,
        metadata: {
          bucketName: "files",
          objectName: "dir/film e.bin",
          contentType: "video/mp4",
          cacheControl: "60",
          metadata: JSON.stringify({ psalm: 23 }),
        },
        onError: reject,
        onSuccess: () => resolve(),
      }).start();
    });
    const { data } = await files.download("dir/film e.bin");
    const digest = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");
    expect(digest(new Uint8Array((await data?.arrayBuffer()) ?? []))).toBe(digest(content));
    expect((await files.info("dir/film e.bin")).data).toMatchObject({
      size: content.length,
      contentType: "video/mp4",
      cacheControl: "max-age=60",
      metadata: { psalm: 23 },
    });
    const [row] = await test.backend.admin`
      select owner_id from storage.objects where name = 'dir/film e.bin'`;
    expect(row).toEqual({ owner_id: member.id });
    expect(await leftOver()).toEqual({ uploads: 0, files: 0 });
  });

  it("reports its state at each step", async () => {
    const created = await tus.call("POST", "/upload/resumable", {
      "upload-length": "11",
      "upload-metadata": metadataOf({ bucketName: "files", objectName: "steps.txt" }),
    });
    expect(created.status).toBe(201);
    expect(created.headers.get("tus-resumable")).toBe("1.0.0");
    expect(Date.parse(created.headers.get("upload-expires") ?? "")).toBeGreaterThan(Date.now());
    const uploadUrl = created.headers.get("location") ?? "";
    expect(uploadUrl).toMatch(/^\/storage\/v1\/upload\/resumable\/[\w-]+$/);

    const first = await tus.patch(uploadUrl, 0, Buffer.from("hello "));
    expect([first.status, first.headers.get("upload-offset")]).toEqual([204, "6"]);
    expect((await files.exists("steps.txt")).data).toBe(false);
    const head = await tus.call("HEAD", uploadUrl);
    expect(head.status).toBe(200);
    expect(Object.fromEntries(head.headers)).toMatchObject({
      "upload-offset": "6",
      "upload-length": "11",
      "upload-metadata": metadataOf({ bucketName: "files", objectName: "steps.txt" }),
      "cache-control": "no-store",
    });

    const last = await tus.patch(uploadUrl, 6, Buffer.from("world"));
    expect([last.status, last.headers.get("tus-complete")]).toEqual([204, "1"]);
    expect(await textOf("steps.txt")).toBe("hello world");
    const after = await tus.call("HEAD", uploadUrl);
    expect(after.headers.get("upload-offset")).toBe("11");
    expect((await tus.call("DELETE", uploadUrl)).text).toBe(
      "Cannot terminate an already completed upload",
    );
  });

  it("may be empty, and may declare its length at the end", async () => {
    await tus.begin("empty.txt", 0);
    expect(await textOf("empty.txt")).toBe("");

    const begun = await tus.call("POST", "/upload/resumable", {
      "upload-defer-length": "1",
      "upload-metadata": metadataOf({ bucketName: "files", objectName: "late.txt" }),
    });
    const uploadUrl = begun.headers.get("location") ?? "";
    await tus.patch(uploadUrl, 0, Buffer.from("abc"));
    const head = await tus.call("HEAD", uploadUrl);
    expect(head.headers.get("upload-defer-length")).toBe("1");
    expect(head.headers.get("upload-length")).toBeNull();
    const end = await tus.patch(uploadUrl, 3, Buffer.from(""), { "upload-length": "3" });
    expect(end.headers.get("tus-complete")).toBe("1");
    expect(await textOf("late.txt")).toBe("abc");
  });

  it("can be terminated", async () => {
    const uploadUrl = await tus.begin("given-up.txt", 9);
    await tus.patch(uploadUrl, 0, Buffer.from("abc"));
    expect((await tus.call("DELETE", uploadUrl)).status).toBe(204);
    const gone = await tus.call("HEAD", uploadUrl);
    expect(gone.status).toBe(404);
    expect(await leftOver()).toEqual({ uploads: 0, files: 0 });
  });

  it("verifies the checksum of a part", async () => {
    const uploadUrl = await tus.begin("sum.txt", 3);
    const sum = createHash("sha1").update("abc").digest("base64");
    const wrong = await tus.patch(uploadUrl, 0, Buffer.from("abd"), {
      "upload-checksum": `sha1 ${sum}`,
    });
    expect([wrong.status, wrong.text]).toEqual([460, "Checksum mismatch\n"]);
    const unknown = await tus.patch(uploadUrl, 0, Buffer.from("abc"), {
      "upload-checksum": `crc32 ${sum}`,
    });
    expect([unknown.status, unknown.text]).toEqual([400, "Invalid upload-checksum\n"]);
    await tus.patch(uploadUrl, 0, Buffer.from("abc"), { "upload-checksum": `sha1 ${sum}` });
    expect(await textOf("sum.txt")).toBe("abc");
  });

  it("is deleted after 24 hours with its files", async () => {
    const uploadUrl = await tus.begin("old.txt", 9);
    await tus.patch(uploadUrl, 0, Buffer.from("abc"));
    expect(await cleanUpLater(2 * 3_600_000)).toEqual({ uploads: 1, files: 1 });
    const service = clientOf(test.backend.secretKey);
    const other = await service.begin("older.txt", 9);
    test.backend.advance(DAY_MS + 1_000);
    const expired = await service.call("HEAD", other);
    expect(expired.status).toBe(410);
    const late = createStorageDeps({ ...test.deps, now: () => Date.now() + DAY_MS + 1_000 });
    await purgeExpiredUploads(late);
    expect(await leftOver()).toEqual({ uploads: 0, files: 0 });
  });

  it("of an image is checked by the bucket's policy at the end", async () => {
    const name = avatarName(member.id, "png");
    const avatars = clientOf(member.token, "avatars");
    const page = Buffer.from("<script>1</script>");
    const uploadUrl = await avatars.begin(name, page.length);
    const refused = await avatars.patch(uploadUrl, 0, page);
    expect([refused.status, refused.text]).toEqual([
      415,
      "mime type application/octet-stream is not supported",
    ]);
    const picture = await makeImage("png", 900);
    const good = await avatars.begin(name, picture.length);
    expect((await avatars.patch(good, 0, new Uint8Array(picture))).status).toBe(204);
    const { data } = await member.client.storage.from("avatars").info(name);
    expect(data).toMatchObject({ contentType: "image/png" });
    expect(data?.size).not.toBe(picture.length);
  });
});

/** Runs the cleanup on a server whose clock is ahead. @returns the remaining uploads and files. */
async function cleanUpLater(aheadMs: number): Promise<{ uploads: number; files: number }> {
  const deps = createStorageDeps({ ...test.deps, now: () => Date.now() + aheadMs });
  await cleanUpOrphans(deps);
  await purgeExpiredUploads(deps);
  return leftOver();
}

describe("a resumable upload is rejected", () => {
  const metadata = metadataOf({ bucketName: "files", objectName: "x.txt" });
  const named = (values: Record<string, string>): string =>
    metadataOf({ objectName: "x.txt", ...values });

  it.each<[string, Record<string, string>, number, string]>([
    ["without the version", { "tus-resumable": "" }, 400, "Invalid tus-resumable\n"],
    ["of another version", { "tus-resumable": "0.2.2" }, 400, "Invalid tus-resumable\n"],
    ["without a length", {}, 400, "Upload-Length or Upload-Defer-Length header required\n"],
    ["of an invalid length", { "upload-length": "-1" }, 400, "Invalid upload-length\n"],
    [
      "with both a known and a deferred length",
      { "upload-length": "1", "upload-defer-length": "1" },
      400,
      "Upload-Length or Upload-Defer-Length header required\n",
    ],
    [
      "deferred with another value",
      { "upload-defer-length": "yes" },
      400,
      "Invalid upload-defer-length\n",
    ],
    [
      "in parallel pieces",
      { "upload-length": "1", "upload-concat": "partial" },
      501,
      "Concatenation extension is not (yet) supported. Disable parallel uploads in the tus client.\n",
    ],
    [
      "with broken metadata",
      { "upload-length": "1", "upload-metadata": "a b c" },
      400,
      "Invalid upload-metadata\n",
    ],
    [
      "that is too large",
      { "upload-length": "52428801", "upload-metadata": metadata },
      413,
      "Maximum size exceeded\n",
    ],
    [
      "without a bucket",
      { "upload-length": "1", "upload-metadata": named({}) },
      400,
      "Bucket name invalid",
    ],
    [
      "into a missing bucket",
      { "upload-length": "1", "upload-metadata": named({ bucketName: "none" }) },
      404,
      "Bucket not found",
    ],
    [
      "under an invalid name",
      {
        "upload-length": "1",
        "upload-metadata": named({ bucketName: "files", objectName: "../x" }),
      },
      400,
      "Invalid key: ../x",
    ],
    [
      "above the bucket's limit",
      { "upload-length": "11", "upload-metadata": named({ bucketName: "small" }) },
      413,
      "Maximum size exceeded\n",
    ],
    [
      "of a type that the bucket does not allow",
      {
        "upload-length": "9",
        "upload-metadata": named({ bucketName: "small", contentType: "image/png" }),
      },
      415,
      "mime type image/png is not supported",
    ],
  ])("%s", async (_, headers, status, text) => {
    const response = await tus.call("POST", "/upload/resumable", headers);
    expect([response.status, response.text]).toEqual([status, text]);
    expect(response.headers.get("tus-resumable")).toBe("1.0.0");
  });

  it("without the protocol's own header and without metadata", async () => {
    const plain = await fetch(`${test.url}/upload/resumable`, {
      method: "POST",
      headers: { apikey: test.backend.publishableKey },
    });
    expect([plain.status, await plain.text()]).toEqual([412, "Tus-Resumable Required\n"]);
    const bare = await tus.call("POST", "/upload/resumable", { "upload-length": "1" });
    expect([bare.status, bare.text]).toEqual([400, "Metadata header is required"]);
  });

  it("without permission to write, at its start and at its end", async () => {
    const visitor = createTusClient(
      test.backend.url,
      { apikey: test.backend.publishableKey },
      "files",
    );
    await expect(visitor.begin("v.txt", 1)).rejects.toThrow(
      "403 new row violates row-level security policy",
    );
    const keyless = await createTusClient(test.backend.url, {}, "files")
      .begin("v.txt", 1)
      .catch(String);
    expect(keyless).toContain("401");

    await test.backend.admin`insert into storage.buckets (id, name) values ('brief', 'brief')`;
    await test.backend.admin.unsafe(`create policy "brief" on storage.objects for insert
      to authenticated with check (bucket_id = 'brief')`);
    const brief = clientOf(member.token, "brief");
    const uploadUrl = await brief.begin("a.txt", 2);
    await brief.patch(uploadUrl, 0, Buffer.from("a"));
    await test.backend.admin.unsafe(`drop policy "brief" on storage.objects`);
    const refused = await brief.patch(uploadUrl, 1, Buffer.from("b"));
    expect([refused.status, refused.text]).toEqual([
      403,
      "new row violates row-level security policy",
    ]);
  });

  it("for an existing object, unless it may overwrite", async () => {
    await files.upload("there.txt", "old");
    await expect(tus.begin("there.txt", 3)).rejects.toThrow("409 The resource already exists");
    const upsert = clientOf(member.token, "files", { "x-upsert": "true" });
    const uploadUrl = await upsert.begin("there.txt", 3);
    await upsert.patch(uploadUrl, 0, Buffer.from("new"));
    expect(await textOf("there.txt")).toBe("new");
  });

  it("for other users than its creator", async () => {
    const uploadUrl = await tus.begin("mine.txt", 3);
    const other = clientOf((await test.addMember()).token);
    for (const method of ["HEAD", "DELETE"]) {
      expect((await other.call(method, uploadUrl)).status).toBe(403);
    }
    expect((await other.patch(uploadUrl, 0, Buffer.from("abc"))).status).toBe(403);
  });

  it("for a part with a wrong offset or size", async () => {
    const uploadUrl = await tus.begin("fit.txt", 3);
    const cases: [() => Promise<TusCall>, number, string][] = [
      [() => tus.call("PATCH", uploadUrl), 403, "Upload-Offset header required\n"],
      [
        () =>
          tus.call(
            "PATCH",
            uploadUrl,
            { "upload-offset": "0" },
            new ReadableStream({ start: (c) => c.close() }),
          ),
        403,
        "Content-Type header required\n",
      ],
      [
        () => tus.patch(uploadUrl, 0, Buffer.from("abc"), { "content-type": "text/plain" }),
        400,
        "Invalid content-type\n",
      ],
      [() => tus.patch(uploadUrl, 1, Buffer.from("bc")), 409, "Upload-Offset conflict\n"],
      [() => tus.patch(uploadUrl, 0, Buffer.from("abcd")), 413, "upload's size exceeded\n"],
      [() => tus.patch(uploadUrl, 0, new Blob(["abcd"]).stream()), 413, "upload's size exceeded\n"],
      [
        () => tus.patch(uploadUrl, 0, Buffer.from("abc"), { "upload-length": "3" }),
        400,
        "Upload-Length or Upload-Defer-Length header required\n",
      ],
    ];
    for (const [request, status, text] of cases) {
      const response = await request();
      expect([response.status, response.text]).toEqual([status, text]);
    }
    expect((await tus.call("HEAD", uploadUrl)).headers.get("upload-offset")).toBe("0");
  });

  it("at an invalid URL", async () => {
    const bad = await tus.call("DELETE", "/upload/resumable/bm9uZQ");
    expect([bad.status, bad.text]).toEqual([400, "Invalid upload id"]);
    const id = Buffer.from("files/x.txt/00000000-0000-4000-8000-000000000000").toString(
      "base64url",
    );
    const gone = await tus.patch(`/storage/v1/upload/resumable/${id}`, 0, Buffer.from("x"));
    expect([gone.status, gone.text]).toEqual([404, "The file for this url was not found\n"]);
  });
});

describe("a signed resumable upload", () => {
  it("is valid for its own object, without a session", async () => {
    const { data } = await files.createSignedUploadUrl("gift.bin");
    const signed = createTusClient(test.backend.url, { "x-signature": data?.token ?? "" }, "files");
    const created = await signed.call("POST", "/upload/resumable/sign", {
      "upload-length": "5",
      "upload-metadata": metadataOf({ bucketName: "files", objectName: "gift.bin" }),
    });
    const uploadUrl = created.headers.get("location") ?? "";
    expect(uploadUrl).toContain("/upload/resumable/sign/");
    expect((await signed.call("HEAD", uploadUrl)).headers.get("upload-offset")).toBe("0");
    expect((await signed.patch(uploadUrl, 0, Buffer.from("myrrh"))).status).toBe(204);
    expect(await textOf("gift.bin")).toBe("myrrh");
    const [row] = await test.backend.admin`
      select owner_id from storage.objects where name = 'gift.bin'`;
    expect(row).toEqual({ owner_id: member.id });

    const other = await signed.call("POST", "/upload/resumable/sign", {
      "upload-length": "5",
      "upload-metadata": metadataOf({ bucketName: "files", objectName: "other.bin" }),
    });
    expect([other.status, other.text]).toEqual([400, "Invalid signature"]);
    const none = await createTusClient(test.backend.url, {}, "files").call("HEAD", uploadUrl);
    expect(none.status).toBe(400);
  });
});

describe("OPTIONS of resumable uploads", () => {
  it("returns the server's capabilities, with CORS for allowed origins", async () => {
    const origin = "https://localhost";
    const response = await fetch(`${test.url}/upload/resumable`, {
      method: "OPTIONS",
      headers: { origin },
    });
    expect(response.status).toBe(204);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "tus-version": "1.0.0",
      "tus-max-size": "52428800",
      "tus-extension":
        "creation,creation-with-upload,creation-defer-length,termination,expiration,checksum",
      "tus-checksum-algorithm": "sha1,sha256,md5",
      "access-control-allow-origin": origin,
      "access-control-allow-headers": expect.stringContaining("upload-offset"),
    });
    const uploadUrl = await tus.begin("cors.txt", 1, { origin });
    const head = await tus.call("HEAD", uploadUrl, { origin });
    expect(head.headers.get("access-control-expose-headers")).toContain("upload-offset");
  });
});
