import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";

/** Image files of attackers, built at runtime so that the repository contains none. */

const PNG_SIGNATURE = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");

/** Returns a PNG of black pixels, one bit each: a few kilobytes that decode to `width * height`. */
export function pngBomb(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.writeUInt8(1, 8);
  const rowBytes = 1 + Math.ceil(width / 8);
  return Buffer.concat([
    PNG_SIGNATURE,
    pngChunk("IHDR", header),
    pngChunk("IDAT", deflateSync(Buffer.alloc(rowBytes * height), { level: 9 })),
    pngChunk("IEND", Buffer.alloc(0)),
  ]);
}

/** Returns a PNG whose compressed comment expands to `bytes`. */
export async function pngTextBomb(bytes: number): Promise<Buffer> {
  const png = await sharp({
    create: { width: 8, height: 8, channels: 3, background: "red" },
  })
    .png()
    .toBuffer();
  const text = Buffer.concat([Buffer.from("Comment\0\0"), deflateSync(Buffer.alloc(bytes, 65))]);
  const headEnd = PNG_SIGNATURE.length + 25;
  return Buffer.concat([png.subarray(0, headEnd), pngChunk("zTXt", text), png.subarray(headEnd)]);
}

/** Returns a GIF that claims a screen of 65,535 by 65,535. */
export function gifBomb(): Buffer {
  return gif(65_535, [gifFrame(65_535)]);
}

/** Returns a GIF of one pixel and many frames. */
export function gifWithFrames(frames: number): Buffer {
  return gif(
    1,
    Array.from({ length: frames }, () => gifFrame(1)),
  );
}

/** Returns a GIF whose comment is a page: browsers that sniff types once ran it. */
export function gifPage(markup: string): Buffer {
  const text = Buffer.from(markup);
  const comment = Buffer.concat([
    Buffer.from([0x21, 0xfe, text.length]),
    text,
    Buffer.from([0x00]),
  ]);
  return gif(1, [comment, gifFrame(1)]);
}

/** Returns the JPEG with a comment segment after its start. */
export function jpegWithComment(jpeg: Buffer, comment: string): Buffer {
  const text = Buffer.from(comment);
  const head = Buffer.from([0xff, 0xfe, 0x00, 0x00]);
  head.writeUInt16BE(text.length + 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), head, text, jpeg.subarray(2)]);
}

function gif(side: number, blocks: readonly Buffer[]): Buffer {
  const screen = Buffer.alloc(7);
  screen.writeUInt16LE(side, 0);
  screen.writeUInt16LE(side, 2);
  screen.writeUInt8(0x80, 4);
  const palette = Buffer.from([0, 0, 0, 255, 255, 255]);
  return Buffer.concat([Buffer.from("GIF89a"), screen, palette, ...blocks, Buffer.from([0x3b])]);
}

function gifFrame(side: number): Buffer {
  const descriptor = Buffer.alloc(10);
  descriptor.writeUInt8(0x2c, 0);
  descriptor.writeUInt16LE(side, 5);
  descriptor.writeUInt16LE(side, 7);
  return Buffer.concat([descriptor, Buffer.from([0x02, 0x02, 0x44, 0x01, 0x00])]);
}

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}
