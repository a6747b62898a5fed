import { readdir } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeImage, startStorageTest, type Member, type StorageTest } from "./storage.fixture.ts";
import { pngBomb } from "./uploads/hostile-images.fixture.ts";

const WEBP = { accept: "image/avif,image/webp,*/*;q=0.8" };

let test: StorageTest;
let member: Member;
beforeAll(async () => {
  test = await startStorageTest();
  member = await test.addMember();
  await test.addOpenBucket("open", { public: true });
  await test.addOpenBucket("private");
  const picture = await makeImage("jpeg", 400, 200);
  // The declared type is text, as of a client that sends bytes.
  for (const bucket of ["open", "private"]) {
    await member.client.storage.from(bucket).upload("dir/a.jpg", picture);
  }
});
afterAll(() => test.close());

function render(path: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${test.url}/render/image/${path}`, { headers });
}

async function sizeOf(response: Response): Promise<[string | undefined, number, number]> {
  const { format, width, height } = await sharp(await response.arrayBuffer()).metadata();
  return [format, width, height];
}

async function errorOf(path: string, headers?: Record<string, string>): Promise<unknown> {
  const response = await render(path, headers);
  return { status: response.status, ...(await response.json()) };
}

describe("an image of a public bucket", () => {
  it.each([
    ["width=100&height=100", ["jpeg", 100, 100]],
    ["width=100&height=100&resize=contain", ["jpeg", 100, 50]],
    ["width=100&height=100&resize=fill", ["jpeg", 100, 100]],
    ["width=100", ["jpeg", 100, 50]],
    ["height=50&resize=contain", ["jpeg", 100, 50]],
    ["width=9000", ["jpeg", 400, 200]],
    ["width=0&height=0&quality=20", ["jpeg", 400, 200]],
    ["", ["jpeg", 400, 200]],
    ["width=100&format=avif", ["heif", 100, 50]],
  ])("is rendered with ?%s", async (query, expected) => {
    const response = await render(`public/open/dir/a.jpg?${query}`);
    expect(response.status).toBe(200);
    expect(await sizeOf(response)).toEqual(expected);
  });

  it("is WebP when accepted, or the source format when requested", async () => {
    const webp = await render("public/open/dir/a.jpg?width=50", WEBP);
    expect(webp.headers.get("content-type")).toBe("image/webp");
    expect(webp.headers.get("vary")).toContain("Accept");
    expect(await sizeOf(webp)).toEqual(["webp", 50, 25]);
    const origin = await render("public/open/dir/a.jpg?width=50&format=origin", WEBP);
    expect(origin.headers.get("content-type")).toBe("image/jpeg");
  });

  it("is served at the client's public URL", async () => {
    const { data } = member.client.storage
      .from("open")
      .getPublicUrl("dir/a.jpg", { transform: { width: 20, height: 20, quality: 40 } });
    const response = await fetch(data.publicUrl);
    expect(await sizeOf(response)).toEqual(["jpeg", 20, 20]);
    expect(response.headers.get("cache-control")).toBe("max-age=3600");
    expect(response.headers.get("x-transformations")).toBe(
      "height:20,width:20,resizing_type:fill,quality:40",
    );
    expect(response.headers.get("content-security-policy")).toBe("default-src 'none'; sandbox");
    expect(response.headers.get("x-content-type-options")).toBe("nosniff");
  });

  it("responds 304 for an unchanged copy, and can be saved under a name", async () => {
    const path = "public/open/dir/a.jpg?width=30&download=small.jpg";
    const first = await render(path);
    expect(first.headers.get("content-disposition")).toContain("attachment; filename=small.jpg");
    const etag = first.headers.get("etag") ?? "";
    const again = await render(path, { "if-none-match": etag });
    expect(again.status).toBe(304);
    const other = await render("public/open/dir/a.jpg?width=31", { "if-none-match": etag });
    expect(other.status).toBe(200);
  });

  it("responds to HEAD without the image", async () => {
    const response = await fetch(`${test.url}/render/image/public/open/dir/a.jpg?width=10`, {
      method: "HEAD",
    });
    expect(response.headers.get("content-type")).toBe("image/jpeg");
    expect(Number(response.headers.get("content-length"))).toBeGreaterThan(0);
  });
});

describe("an image of a private bucket", () => {
  it("is rendered for callers who may see it", async () => {
    const { data, error } = await member.client.storage
      .from("private")
      .download("dir/a.jpg", { transform: { width: 200, height: 200 } });
    expect(error).toBeNull();
    expect(data?.type).toBe("image/jpeg");
    const hidden = await test.visitor.storage
      .from("private")
      .download("dir/a.jpg", { transform: { width: 200 } });
    expect(hidden.error).toMatchObject({ statusCode: "404", code: "NoSuchKey" });
    expect(await errorOf("public/private/dir/a.jpg?width=1")).toMatchObject({
      status: 400,
      code: "NoSuchBucket",
    });
    expect((await render("authenticated/private/dir/a.jpg?width=1")).status).toBe(401);
  });

  it("is signed with its transformation, which no client can change", async () => {
    const bucket = member.client.storage.from("private");
    const { data } = await bucket.createSignedUrl("dir/a.jpg", 60, {
      transform: { width: 40, height: 40, resize: "contain" },
    });
    const url = new URL(data?.signedUrl ?? "");
    expect(url.pathname).toBe("/storage/v1/render/image/sign/private/dir/a.jpg");
    expect(await sizeOf(await fetch(`${url.href}&width=400`))).toEqual(["jpeg", 40, 20]);
    const token = url.searchParams.get("token") ?? "";
    const whole = await fetch(`${test.url}/object/sign/private/dir/a.jpg?token=${token}`);
    expect(await whole.json()).toMatchObject({ code: "InvalidSignature" });
    expect(await errorOf("sign/private/dir/a.jpg")).toMatchObject({ code: "InvalidJWT" });
    const other = `sign/open/dir/a.jpg?token=${token}`;
    expect(await errorOf(other)).toMatchObject({ code: "InvalidSignature" });
  });

  it("is signed as the object itself without a transformation", async () => {
    const { data } = await member.client.storage
      .from("private")
      .createSignedUrl("dir/a.jpg", 60, { transform: { format: "origin" } });
    expect(data?.signedUrl).toContain("/object/sign/private/dir/a.jpg?token=");
    const bad = await member.client.storage
      .from("private")
      .createSignedUrl("dir/a.jpg", 60, { transform: { quality: 5 } });
    expect(bad.error?.message).toBe("body/transform/quality must be >= 20");
  });
});

describe("an invalid rendering", () => {
  it.each([
    ["width=x", "querystring/width must be integer"],
    ["quality=10", "querystring/quality must be >= 20"],
    ["resize=crop", "querystring/resize must be equal to one of the allowed values"],
    ["format=webp", "querystring/format must be equal to one of the allowed values"],
  ])("rejects ?%s like upstream", async (query, message) => {
    expect(await errorOf(`public/open/dir/a.jpg?${query}`)).toEqual({
      status: 400,
      statusCode: "400",
      code: "InvalidRequest",
      error: "Error",
      message,
    });
  });

  it.each([
    ["a text", () => Promise.resolve(Buffer.from("text"))],
    ["a page that is called a picture", () => Promise.resolve(Buffer.from("<svg onload='x'/>"))],
    ["a cut-off picture", async () => (await makeImage("png", 300)).subarray(0, 60)],
    ["a picture of too many pixels", () => Promise.resolve(pngBomb(10_000, 5_001))],
  ])("rejects %s as a source", async (name, make) => {
    const path = `bad/${name.replaceAll(" ", "-")}.png`;
    await member.client.storage
      .from("open")
      .upload(path, await make(), { contentType: "image/png" });
    expect(await errorOf(`public/open/${path}?width=10`)).toEqual({
      status: 400,
      statusCode: "422",
      code: "InvalidRequest",
      error: "InvalidRequest",
      message: "Invalid source image",
    });
  });

  it("responds not found for a missing object", async () => {
    expect(await errorOf("public/open/none.png?width=10")).toMatchObject({ code: "NoSuchKey" });
    expect(await errorOf("public/nobucket/a.png")).toMatchObject({ code: "NoSuchBucket" });
  });
});

describe("rendered images on disk", () => {
  it("exist once per variant and are removed with their source", async () => {
    const files = member.client.storage.from("open");
    await files.upload("kept.png", await makeImage("png", 64));
    const [row] = await test.backend.admin<{ version: string }[]>`
      select version from storage.objects where name = 'kept.png'`;
    const folder = join(test.backend.settings.dataDir, "storage", "renders", row?.version ?? "");
    await Promise.all([1, 2, 3].map(() => render("public/open/kept.png?width=8")));
    await render("public/open/kept.png?width=8", WEBP);
    expect((await readdir(folder)).toSorted()).toEqual([
      "8-0-cover-80-origin",
      "8-0-cover-80-webp",
    ]);
    await files.remove(["kept.png"]);
    await expect(readdir(folder)).rejects.toMatchObject({ code: "ENOENT" });
  });
});
