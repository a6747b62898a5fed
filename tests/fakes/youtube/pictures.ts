import sharp from "sharp";
import { findVideo } from "./catalogue.ts";
import type { Catalogue, FakePicture } from "./catalogue.ts";

/** Thumbnails, with the quirk of the real host. */

export type PictureAnswer = { readonly status: number; readonly bytes: Buffer };

const FILES: Readonly<Record<string, { name: FakePicture; width: number; height: number }>> = {
  default: { name: "default", width: 120, height: 90 },
  mqdefault: { name: "medium", width: 320, height: 180 },
  hqdefault: { name: "high", width: 480, height: 360 },
  sddefault: { name: "standard", width: 640, height: 480 },
  maxresdefault: { name: "maxres", width: 1280, height: 720 },
};

const pictures = new Map<string, Promise<Buffer>>();

function paint(id: string, width: number, height: number): Promise<Buffer> {
  const key = `${id}/${width}`;
  const hue = Array.from(id).reduce((sum, letter) => sum + letter.charCodeAt(0) * 7, 0) % 360;
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="100%" height="100%" fill="hsl(${hue} 60% 40%)"/>
    <circle cx="50%" cy="50%" r="20%" fill="hsl(${hue} 80% 70%)"/></svg>`;
  const painted = pictures.get(key) ?? sharp(Buffer.from(drawing)).jpeg({ quality: 80 }).toBuffer();
  pictures.set(key, painted);
  return painted;
}

/**
 * GET /vi/{id}/{file}.jpg. A missing image is a 404 **with** a valid 120x90 JPEG, so that an <img> shows it and
 * reports no error.
 */
export async function pictureAnswer(
  catalogue: Catalogue,
  id: string,
  file: string,
): Promise<PictureAnswer> {
  const size = FILES[file];
  const video = findVideo(catalogue, id);
  if (size && video?.pictures.includes(size.name)) {
    return { status: 200, bytes: await paint(id, size.width, size.height) };
  }
  return { status: 404, bytes: await paint("missing", 120, 90) };
}
