import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ImageRules } from "#backend/settings.ts";
import {
  gifBomb,
  gifPage,
  gifWithFrames,
  jpegWithComment,
  pngBomb,
  pngTextBomb,
} from "./hostile-images.fixture.ts";
import { createImageQueue, encodeImage } from "./image-encode.ts";
import { createStaging, type Scratch } from "./staging.ts";
import { IMAGE_POLICY, makeImage } from "#backend/storage/storage.fixture.ts";

const RULES: ImageRules = IMAGE_POLICY.image;
const PAYLOAD = "<script>alert(document.domain)</script>";

let directory: string;
let scratch: Scratch;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "image-encode-"));
  scratch = await createStaging(directory, 0).open(0);
});
afterEach(() => rm(directory, { recursive: true }));

async function encode(
  bytes: Uint8Array,
  name: string,
  rules: ImageRules = RULES,
): Promise<{ bytes: Uint8Array; mimeType: string }> {
  return encodeImage(await scratch.write([bytes], 10_000_000), name, rules);
}

describe("an image", () => {
  it.each([
    ["png", "png", "image/png"],
    ["jpeg", "jpg", "image/jpeg"],
    ["jpeg", "jpeg", "image/jpeg"],
    ["gif", "gif", "image/gif"],
    ["webp", "webp", "image/webp"],
  ] as const)("in %s named .%s is encoded again in its format", async (format, extension, type) => {
    const { bytes, mimeType } = await encode(await makeImage(format, 1_600, 800), `x.${extension}`);
    expect(mimeType).toBe(type);
    expect(await sharp(bytes).metadata()).toMatchObject({ format, width: 512, height: 256 });
  });

  it("is not enlarged when it is small", async () => {
    const { bytes } = await encode(await makeImage("png", 20, 10), "x.png");
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 20, height: 10 });
  });

  it("loses its metadata and is rotated upright", async () => {
    const photo = await sharp({
      create: { width: 40, height: 20, channels: 3, background: "white" },
    })
      .composite([
        {
          input: { create: { width: 20, height: 20, channels: 3, background: "red" } },
          left: 0,
          top: 0,
        },
      ])
      .withExif({
        IFD0: { Make: "SecretCamera" },
        IFD3: { GPSLatitudeRef: "N", GPSLatitude: "48/1 51/1 24/1" },
      })
      .withMetadata({ orientation: 6 })
      .jpeg({ quality: 100 })
      .toBuffer();
    expect((await sharp(photo).metadata()).orientation).toBe(6);
    expect(photo.includes("SecretCamera")).toBe(true);

    const { bytes } = await encode(photo, "x.jpg");
    const upright = await sharp(bytes).metadata();
    expect(upright).toMatchObject({ width: 20, height: 40 });
    expect(upright.exif ?? upright.orientation ?? upright.icc ?? upright.xmp).toBeUndefined();
    expect(Buffer.from(bytes).includes("SecretCamera")).toBe(false);
    // Turned clockwise, the left side is on top.
    const { data } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
    const [red, green] = [data[(5 * 20 + 10) * 3], data[(5 * 20 + 10) * 3 + 1]];
    expect([Number(red) > 200, Number(green) < 60]).toEqual([true, true]);
  });

  it("keeps only its first frame", async () => {
    const { bytes } = await encode(gifWithFrames(5), "x.gif");
    const { pages, format } = await sharp(bytes).metadata();
    expect([format, pages ?? 1]).toEqual(["gif", 1]);
  });

  it("of pure noise is shrunk until it fits", async () => {
    const side = 600;
    const noise = Buffer.alloc(side * side * 4);
    let state = 1;
    for (let at = 0; at < noise.length; at += 1) {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
      noise[at] = state >>> 24;
    }
    const png = await sharp(noise, { raw: { width: side, height: side, channels: 4 } })
      .png()
      .toBuffer();
    const { bytes } = await encode(png, "x.png", { ...RULES, maxOutputBytes: 400_000 });
    expect(bytes.length).toBeLessThanOrEqual(400_000);
    expect((await sharp(bytes).metadata()).width).toBeLessThan(512);
    await expect(encode(png, "x.png", { ...RULES, maxOutputBytes: 500 })).rejects.toMatchObject({
      code: "InvalidMimeType",
      message: "The image cannot be made small enough",
    });
  });
});

describe("encodeImage removes the payload of a polyglot:", () => {
  it.each([
    [
      "a page behind a PNG",
      "png",
      async () => Buffer.concat([await makeImage("png"), Buffer.from(PAYLOAD)]),
    ],
    [
      "an archive behind a GIF",
      "gif",
      async () => Buffer.concat([await makeImage("gif"), Buffer.from(`PK\x03\x04${PAYLOAD}`)]),
    ],
    ["a page in a GIF's comment", "gif", () => Promise.resolve(gifPage(PAYLOAD))],
    [
      "a page in a JPEG's comment",
      "jpg",
      async () => jpegWithComment(await makeImage("jpeg"), PAYLOAD),
    ],
    [
      "a page behind a WebP",
      "webp",
      async () => Buffer.concat([await makeImage("webp"), Buffer.from(PAYLOAD)]),
    ],
  ])("%s", async (_what, extension, make) => {
    const hostile = await make();
    expect(hostile.includes("<script>")).toBe(true);
    const { bytes } = await encode(hostile, `x.${extension}`);
    expect(Buffer.from(bytes).includes("<script>")).toBe(false);
  });
});

describe("encodeImage rejects", () => {
  const png = (): Promise<Buffer> => makeImage("png", 300);
  it.each([
    [
      "a page",
      "png",
      () => Buffer.from("<!doctype html><script>1</script>"),
      "mime type application/octet-stream is not supported",
    ],
    [
      "a drawing with scripts",
      "png",
      () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
      "mime type application/octet-stream is not supported",
    ],
    [
      "a script",
      "gif",
      () => Buffer.from("GIF=1;alert(1)"),
      "mime type application/octet-stream is not supported",
    ],
    [
      "an archive",
      "webp",
      () => Buffer.from("PK\x03\x04"),
      "mime type application/octet-stream is not supported",
    ],
    [
      "nothing",
      "png",
      () => Buffer.alloc(0),
      "mime type application/octet-stream is not supported",
    ],
    [
      "a format that is not taken",
      "png",
      () => makeImage("tiff"),
      "mime type application/octet-stream is not supported",
    ],
    [
      "another format that is not taken",
      "webp",
      () => makeImage("avif"),
      "mime type application/octet-stream is not supported",
    ],
    [
      "a JPEG that says PNG",
      "png",
      () => makeImage("jpeg"),
      "mime type image/jpeg is not supported",
    ],
    ["a PNG that says GIF", "gif", png, "mime type image/png is not supported"],
    ["an image without extension", "", png, "mime type image/png is not supported"],
    [
      "a signature alone",
      "png",
      async () => (await png()).subarray(0, 8),
      "The image cannot be read",
    ],
    [
      "half a PNG",
      "png",
      async () => {
        const whole = await png();
        return whole.subarray(0, whole.length / 2);
      },
      "The image cannot be read",
    ],
    [
      "half a JPEG",
      "jpg",
      async () => {
        const whole = await makeImage("jpeg", 300);
        return whole.subarray(0, whole.length / 2);
      },
      "The image cannot be read",
    ],
    [
      "half a WebP",
      "webp",
      async () => {
        const whole = await makeImage("webp", 300);
        return whole.subarray(0, whole.length / 2);
      },
      "The image cannot be read",
    ],
    [
      "a script behind a signature",
      "gif",
      () => Buffer.from("GIF89a/*\0*/=1;alert(1)"),
      "The image cannot be read",
    ],
    [
      "a bomb of 400 megapixels",
      "png",
      () => pngBomb(20_000, 20_000),
      "The image has too many pixels",
    ],
    [
      "a bomb of one long row",
      "png",
      () => pngBomb(30_000_000, 1),
      "The image has too many pixels",
    ],
    ["a GIF bomb", "gif", gifBomb, "The image has too many pixels"],
    ["a GIF of 10,000 frames", "gif", () => gifWithFrames(10_000), "The image has too many frames"],
  ])("%s named .%s", async (_what, extension, make, message) => {
    await expect(encode(await make(), `x.${extension}`)).rejects.toMatchObject({
      statusCode: 415,
      code: "InvalidMimeType",
      error: "invalid_mime_type",
      message,
    });
  });
});

it("ignores a comment that would expand to 20 megabytes", async () => {
  const { bytes } = await encode(await pngTextBomb(20_000_000), "x.png");
  expect(bytes.length).toBeLessThan(1_000);
});

it("rejects with SlowDown when the queue of images is full", async () => {
  const queue = createImageQueue();
  const { promise, resolve } = Promise.withResolvers<void>();
  const outcomes = Array.from({ length: 66 }, () => queue.run(() => promise));
  await expect(outcomes.at(-1)).rejects.toMatchObject({
    statusCode: 503,
    code: "SlowDown",
    headers: { "retry-after": "10" },
  });
  resolve();
  expect(await Promise.all(outcomes.slice(0, -1))).toHaveLength(65);
});
