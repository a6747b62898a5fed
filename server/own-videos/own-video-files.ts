import { access, mkdir, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { replaceFile } from "@reign-tv/kit/files/atomic-file.ts";
import { readDiskSpace } from "@reign-tv/kit/files/disk-space.ts";
import { loadSharp } from "@reign-tv/kit/load-sharp.ts";
import { errorCode } from "@reign-tv/kit/start-error.ts";
import type { StudioOwnVideos } from "#shared/contracts/own-videos.ts";
import { isOwnVideoId } from "#shared/videos/video-id.ts";
import { OwnVideoError } from "./own-video-error.ts";
import { SEGMENTS } from "./own-segments.ts";
import type { OwnVideo } from "./own-video-store.ts";

/** Space that own videos leave to the database and everything else on the disk. */
const RESERVED_BYTES = 1_000_000_000;
const GIGABYTE = 1_000_000_000;

type OwnVideoFilesDeps = {
  /** Folder of all own videos. */
  folder: string;
  /** Most gigabytes of own videos on this server. */
  maxGigabytes: number;
  serverId: string;
  /** All rows. */
  all: () => readonly OwnVideo[];
  /** Free bytes of the disk; tests give their own. */
  freeBytes?: () => Promise<number>;
};

/** Folders of the own videos that this server has. */
export type OwnVideoFiles = {
  folderOf: (id: string) => string;
  /** Creates the folder of a video. */
  create(id: string): Promise<string>;
  space(): Promise<StudioOwnVideos["space"]>;
  /**
   * @param needed.counted bytes that count to the quota.
   * @param needed.onDisk bytes that the work takes on the disk.
   * @throws OwnVideoError quota, disk.
   */
  requireSpace(needed: { counted: number; onDisk: number }): Promise<void>;
  /** Whether the segments of a video that was ready are there. */
  hasSegments(id: string): Promise<boolean>;
  /** Size of all files of a video. */
  bytesOf(id: string): Promise<number>;
  /** Writes an image as the poster of a video. @throws OwnVideoError unreadable. */
  writePoster(id: string, image: Uint8Array): Promise<void>;
  remove(id: string): Promise<void>;
};

/** @throws Error when the folder cannot be created. */
export async function openOwnVideoFiles(deps: OwnVideoFilesDeps): Promise<OwnVideoFiles> {
  const { folder, serverId } = deps;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const maxBytes = deps.maxGigabytes * GIGABYTE;
  const freeBytes = deps.freeBytes ?? (async () => (await readDiskSpace(folder)).freeBytes);

  function folderOf(id: string): string {
    if (!isOwnVideoId(id)) throw new RangeError("Not the id of an own video");
    return join(folder, id);
  }

  /** What is there, and what uploads announced. */
  function usedBytes(): number {
    return deps
      .all()
      .filter(({ server }) => server === serverId)
      .reduce((sum, { bytes, state, problem, isDeleted, uploadBytes, lowUploadBytes, files }) => {
        if (isDeleted || problem === "files-missing") return sum;
        const awaited = state === "uploading" || state === "failed" ? (uploadBytes ?? 0) : 0;
        return sum + Math.max(bytes, awaited) + (files.low === null ? (lowUploadBytes ?? 0) : 0);
      }, 0);
  }

  async function namesIn(path: string): Promise<string[]> {
    try {
      const found = await readdir(path, { recursive: true });
      return found.map((name) => join(path, name));
    } catch (error) {
      if (errorCode(error) === "ENOENT") return [];
      throw error;
    }
  }

  return {
    folderOf,
    async create(id) {
      await mkdir(folderOf(id), { recursive: true, mode: 0o700 });
      return folderOf(id);
    },
    space: async () => ({ usedBytes: usedBytes(), maxBytes, freeBytes: await freeBytes() }),
    async requireSpace({ counted, onDisk }) {
      if (usedBytes() + counted > maxBytes) throw new OwnVideoError("quota");
      if ((await freeBytes()) < RESERVED_BYTES + onDisk) throw new OwnVideoError("disk");
    },
    async hasSegments(id) {
      try {
        await access(join(folderOf(id), SEGMENTS));
        return true;
      } catch (error) {
        if (errorCode(error) === "ENOENT") return false;
        throw error;
      }
    },
    async bytesOf(id) {
      let sum = 0;
      for (const path of await namesIn(folderOf(id))) {
        const found = await stat(path).catch(() => null);
        if (found?.isFile() === true) sum += found.size;
      }
      return sum;
    },
    async writePoster(id, image) {
      await replaceFile(join(folderOf(id), "poster.webp"), await encodePoster(image));
    },
    remove: (id) => rm(folderOf(id), { recursive: true, force: true }),
  };
}

const POSTER_FORMATS: readonly string[] = ["jpeg", "png", "webp", "heif", "avif"];
/** Photos of phones have 12 to 50 megapixels; larger ones are decompression bombs. */
const MAX_INPUT_PIXELS = 60_000_000;
const POSTER = { width: 1_280, height: 720, fit: "cover" } as const;

/** Encodes an image again, without its metadata. */
async function encodePoster(image: Uint8Array): Promise<Uint8Array> {
  const sharp = await loadSharp();
  try {
    const input = sharp(image, { limitInputPixels: MAX_INPUT_PIXELS, failOn: "error" });
    const { format } = await input.metadata();
    if (!POSTER_FORMATS.includes(format)) throw new RangeError(`${format} is no format of posters`);
    return await input.autoOrient().resize(POSTER).webp({ quality: 82 }).toBuffer();
  } catch (error) {
    throw new OwnVideoError("unreadable", "This is no image that can be read", { cause: error });
  }
}
