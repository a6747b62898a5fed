import { randomBytes } from "node:crypto";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  avatarName,
  gifWithFrames,
  makeImage,
  type StorageMember,
  pngBomb,
  sendRaw,
  startStorageTest,
  type StorageTest,
} from "@reign-tv/backend/testing";
import { BUCKET_POLICIES } from "#server/settings/product-settings.ts";

const LIMIT_BYTES = 5_242_880;
const INVALID_TYPE = { status: 400, statusCode: "415", code: "InvalidMimeType" };

let test: StorageTest;
let member: StorageMember;
let png: Buffer;
let avatars: ReturnType<StorageMember["client"]["storage"]["from"]>;
beforeAll(async () => {
  test = await startStorageTest({ settings: { bucketPolicies: BUCKET_POLICIES } });
  png = await makeImage("png");
});
afterAll(() => test.close());
beforeEach(async () => {
  member = await test.addMember();
  avatars = member.client.storage.from("avatars");
});

/** Returns a valid image that is padded with zeros to the given size. */
function padded(bytes: number): Blob {
  const noise = Buffer.alloc(bytes - png.length);
  return new Blob([new Uint8Array(png), new Uint8Array(noise)], { type: "image/png" });
}

function auth(): string[] {
  return [`apikey: ${test.backend.publishableKey}`, `authorization: Bearer ${member.token}`];
}

async function storedNames(): Promise<string[]> {
  const rows = await test.backend.admin<{ name: string }[]>`
    select name from storage.objects where owner_id = ${member.id} order by name`;
  return rows.map(({ name }) => name);
}

describe("an avatar", () => {
  it("is uploaded by the product's client and served safely to every caller (S7.12, S9.12)", async () => {
    const name = avatarName(member.id, "jpg");
    const photo = await sharp({
      create: { width: 2_000, height: 1_000, channels: 3, background: "green" },
    })
      .withExif({ IFD0: { Make: "SecretCamera" } })
      .jpeg()
      .toBuffer();
    const upload = await avatars.upload(name, new Blob([new Uint8Array(photo)]), {
      cacheControl: "3600",
      upsert: false,
    });
    expect(upload.error).toBeNull();
    expect(upload.data?.fullPath).toBe(`avatars/${name}`);

    const response = await fetch(avatars.getPublicUrl(name).data.publicUrl);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "image/jpeg",
      "content-disposition": 'inline; filename="avatar.jpg"',
      "content-security-policy": "default-src 'none'; sandbox",
      "x-content-type-options": "nosniff",
      "cross-origin-resource-policy": "cross-origin",
      "cache-control": "max-age=3600",
    });
    const stored = Buffer.from(await response.arrayBuffer());
    expect(stored.includes("SecretCamera")).toBe(false);
    expect(await sharp(stored).metadata()).toMatchObject({ width: 512, height: 256 });
    const { data: info } = await avatars.info(name);
    expect(info).toMatchObject({ size: stored.length, contentType: "image/jpeg" });
  });

  it("is detected by its content, not by its declared type", async () => {
    for (const [at, type] of ["text/html", "image/gif", "nonsense/x"].entries()) {
      const name = avatarName(member.id, "png", 1_700_000_000_000 + at);
      const { error } = await avatars.upload(name, new Blob([new Uint8Array(png)], { type }));
      expect(error).toBeNull();
      expect((await avatars.info(name)).data?.contentType).toBe("image/png");
    }
  });

  it.each([
    ["a page", "png", Buffer.from("<!doctype html><script>1</script>")],
    ["a drawing with scripts", "png", Buffer.from('<svg onload="alert(1)"/>')],
    ["a script", "gif", Buffer.from("alert(1)")],
    ["a PNG bomb", "png", pngBomb(20_000, 20_000)],
    ["a GIF of 10,000 frames", "gif", gifWithFrames(10_000)],
    ["a picture of another format", "webp", gifWithFrames(1)],
    ["half a picture", "png", pngBomb(500, 500).subarray(0, 60)],
  ])("is rejected when it is %s named .%s", async (_what, extension, bytes) => {
    const name = avatarName(member.id, extension);
    const body = new Blob([new Uint8Array(bytes)], { type: `image/${extension}` });
    expect((await avatars.upload(name, body)).error).toMatchObject(INVALID_TYPE);
    expect(await storedNames()).toEqual([]);
  });

  it("is limited to 5,242,880 bytes (S8.24, S9.11)", async () => {
    for (const [at, bytes] of [LIMIT_BYTES - 1, LIMIT_BYTES].entries()) {
      const name = avatarName(member.id, "png", 1_700_000_000_000 + at);
      expect((await avatars.upload(name, padded(bytes))).error).toBeNull();
    }
    const over = await avatars.upload(
      avatarName(member.id, "png", 1_700_000_000_008),
      padded(LIMIT_BYTES + 1),
    );
    expect(over.error).toMatchObject({ statusCode: "413", code: "EntityTooLarge" });
    const raw = await avatars.upload(
      avatarName(member.id, "png", 1_700_000_000_009),
      randomBytes(LIMIT_BYTES + 1),
    );
    expect(raw.error).toMatchObject({ status: 413, statusCode: "413", code: "EntityTooLarge" });
    expect(await storedNames()).toHaveLength(2);
  });

  it("requires its owner's id in its name", async () => {
    const other = await test.addMember();
    const stolen = await avatars.upload(
      avatarName(other.id, "png"),
      new Blob([new Uint8Array(png)]),
    );
    expect(stolen.error).toMatchObject({
      status: 400,
      statusCode: "403",
      code: "AccessDenied",
      message: "new row violates row-level security policy",
    });
    const visitor = test.visitor.storage.from("avatars");
    expect((await visitor.upload(avatarName(member.id, "png"), "x")).error).toMatchObject({
      code: "AccessDenied",
    });
  });

  it.each([
    "me.png",
    "UID-123.png",
    "UID-1700000000000.svg",
    "UID-1700000000000.PNG",
    "UID-1700000000000.png.html",
    "UID-1700000000000",
    "dir/UID-1700000000000.png",
    "UID-1700000000000.png/x",
    "../UID-1700000000000.png",
    "..%2fUID-1700000000000.png",
    "%2e%2e%2f%2e%2e%2fetc%2fpasswd",
    "%2Fetc%2Fpasswd",
    "UID-1700000000000.png%00.html",
    "UID-1700000000000.png%0a",
    "%5c..%5cx.png",
    "%252e%252e%252fx.png",
    "UID-1700000000000.p%C3%B1g",
    "UID-1700000000000.png%",
    "%ff%fe.png",
    `${"a/".repeat(600)}x.png`,
  ])("cannot be named %s", async (pattern) => {
    const path = pattern.replace("UID", member.id);
    const head = [
      `POST /storage/v1/object/avatars/${path} HTTP/1.1`,
      ...auth(),
      "content-type: image/png",
      `content-length: ${png.length}`,
    ];
    const response = await sendRaw(test.url, head, png);
    expect(response).toMatch(/^HTTP\/1\.1 40[04] /);
    expect(response).toMatch(/"code":"(?:InvalidKey|NotFound|AccessDenied|NoSuchBucket)"/);
    expect(await storedNames()).toEqual([]);
  });

  it("requires a correct Content-Length", async () => {
    const head = (name: string, length: string): string[] => [
      `POST /storage/v1/object/avatars/${name} HTTP/1.1`,
      ...auth(),
      "content-type: image/png",
      length,
    ];
    const name = avatarName(member.id, "png");
    const cases: [string, Buffer, RegExp][] = [
      ["content-length: 999999999", Buffer.alloc(10), /^HTTP\/1\.1 413 .*EntityTooLarge/s],
      [`content-length: ${LIMIT_BYTES + 1}`, Buffer.alloc(10), /^HTTP\/1\.1 413 .*EntityTooLarge/s],
      ["content-length: -1", png, /^HTTP\/1\.1 400 /],
      ["content-length: 10, 20", png, /^HTTP\/1\.1 400 /],
      ["transfer-encoding: chunked", Buffer.from("0\r\n\r\n"), /MissingContentLength/],
      // The rest of the bytes would be parsed as the next request, which is invalid.
      [`content-length: ${png.length - 20}`, png, /^HTTP\/1\.1 400 /],
    ];
    for (const [length, body, expected] of cases) {
      expect(await sendRaw(test.url, head(name, length), body)).toMatch(expected);
    }
    // Fewer bytes than announced: the client that hangs up gets no response, and nothing is stored.
    await sendRaw(test.url, head(name, `content-length: ${png.length + 20}`), png, true);
    expect(await storedNames()).toEqual([]);
    expect((await avatars.upload(name, new Blob([new Uint8Array(png)]))).error).toBeNull();
  });

  it("is rejected when its body is compressed", async () => {
    const response = await fetch(`${test.url}/object/avatars/${avatarName(member.id, "png")}`, {
      method: "POST",
      body: new Uint8Array(
        await new Response(
          new Blob([new Uint8Array(png)]).stream().pipeThrough(new CompressionStream("gzip")),
        ).arrayBuffer(),
      ),
      headers: {
        apikey: test.backend.publishableKey,
        authorization: `Bearer ${member.token}`,
        "content-type": "image/png",
        "content-encoding": "gzip",
      },
    });
    expect(await response.json()).toMatchObject({ code: "InvalidMimeType" });
  });

  it("is stored once per name under concurrent uploads", async () => {
    const name = avatarName(member.id, "png");
    const results = await Promise.all(
      Array.from({ length: 6 }, () => avatars.upload(name, new Blob([new Uint8Array(png)]))),
    );
    const codes = results.map(({ error }) => error?.statusCode ?? "stored");
    expect(codes.toSorted()).toEqual(["409", "409", "409", "409", "409", "stored"]);
    expect(await storedNames()).toEqual([name]);
  });

  it("cannot be overwritten", async () => {
    const name = avatarName(member.id, "png");
    const body = new Blob([new Uint8Array(png)]);
    await avatars.upload(name, body);
    expect((await avatars.upload(name, body, { upsert: true })).error).toMatchObject({
      code: "AccessDenied",
    });
    expect((await avatars.update(name, body)).error).toMatchObject({ code: "AccessDenied" });
  });

  it("is limited to twenty per user and twenty megabytes", async () => {
    const upload = (timestamp: number): ReturnType<typeof avatars.upload> =>
      avatars.upload(avatarName(member.id, "png", timestamp), new Blob([new Uint8Array(png)]));
    const results = await Promise.all(
      Array.from({ length: 22 }, (_, at) => upload(1_700_000_000_000 + at)),
    );
    const refused = results.filter(({ error }) => error !== null);
    expect(refused).toHaveLength(2);
    expect(refused[0]?.error).toMatchObject({
      status: 400,
      statusCode: "403",
      code: "QuotaExceeded",
    });
    const names = await storedNames();
    expect(names).toHaveLength(20);

    expect((await avatars.remove(names.slice(1))).data).toHaveLength(19);
    await test.backend.admin`
      update storage.objects set metadata = metadata || '{"size": 20971500}'
      where name = ${names[0] ?? ""}`;
    expect((await upload(1_800_000_000_000)).error).toMatchObject({ code: "QuotaExceeded" });
  });

  it("is listed, removed and described for its owner only", async () => {
    const name = avatarName(member.id, "png");
    await avatars.upload(name, new Blob([new Uint8Array(png)]));
    const other = (await test.addMember()).client.storage.from("avatars");
    for (const foreign of [other, test.visitor.storage.from("avatars")]) {
      expect((await foreign.list()).data).toEqual([]);
      expect((await foreign.remove([name])).data).toEqual([]);
    }
    expect((await avatars.list()).data).toMatchObject([{ name }]);
    expect((await avatars.remove([name])).data).toMatchObject([{ name }]);
    const gone = await fetch(avatars.getPublicUrl(name).data.publicUrl);
    expect(gone.status).toBe(400);
    expect(await gone.json()).toMatchObject({ code: "NoSuchKey" });
  });
});

describe("the checks of avatars", () => {
  it("apply to a signed upload", async () => {
    const name = avatarName(member.id, "png");
    const { data } = await avatars.createSignedUploadUrl(name);
    const page = await avatars.uploadToSignedUrl(name, data?.token ?? "", new Blob(["<html>"]));
    expect(page.error).toMatchObject(INVALID_TYPE);
    const picture = await avatars.uploadToSignedUrl(
      name,
      data?.token ?? "",
      new Blob([new Uint8Array(png)]),
    );
    expect(picture.error).toBeNull();
    expect((await avatars.createSignedUploadUrl("x.png")).error).toMatchObject({
      code: "InvalidKey",
    });
  });

  it("reject copies and moves from other buckets and to other formats", async () => {
    const { storage } = test.service;
    await storage.createBucket("pages", { public: false });
    await storage.from("pages").upload("x.png", "<html>", { contentType: "image/png" });
    const name = avatarName(member.id, "png");
    const to = { destinationBucket: "avatars" };
    expect((await storage.from("pages").copy("x.png", name, to)).error).toMatchObject(INVALID_TYPE);
    expect((await storage.from("pages").move("x.png", name, to)).error).toMatchObject(INVALID_TYPE);

    const own = storage.from("avatars");
    await avatars.upload(name, new Blob([new Uint8Array(png)]));
    const gif = avatarName(member.id, "gif");
    expect((await own.move(name, gif)).error).toMatchObject(INVALID_TYPE);
    expect((await own.copy(name, gif)).error).toMatchObject(INVALID_TYPE);
    const lie = { copyMetadata: false, metadata: { mimetype: "text/html" } };
    const second = avatarName(member.id, "png", 1_700_000_000_001);
    expect((await own.copy(name, second, lie)).error).toMatchObject(INVALID_TYPE);
    expect((await own.copy(name, second)).error).toBeNull();
    expect((await own.move(second, "../x.png")).error).toMatchObject({ code: "InvalidKey" });
    expect((await own.move(second, "x.png")).error).toMatchObject({ code: "InvalidKey" });
  });

  it("apply to the secret key", async () => {
    const own = test.service.storage.from("avatars");
    const name = avatarName(member.id, "png");
    expect((await own.upload(name, new Blob(["<html>"]))).error).toMatchObject(INVALID_TYPE);
    expect((await own.upload(name, new Blob([new Uint8Array(png)]))).error).toBeNull();
  });
});
