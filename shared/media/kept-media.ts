import * as v from "valibot";
import type { DeviceStore } from "#shared/device/indexed-db-store.ts";

/**
 * Media that a visitor keeps on the device, in IndexedDB: the service worker reads it too, a part
 * and its progress are stored in one transaction, and parts stay on disk as blobs. The Cache API
 * stores whole responses only and needs TLS, and few browsers write the origin's file system outside
 * of a worker.
 */
export const KEPT_MEDIA_STORE = { database: "kept-media", store: "media" } as const;

/** Downloads are stored and resumed in parts of this size. */
export const PART_BYTES = 1_048_576;

const text = v.pipe(v.string(), v.maxLength(500));

/** Captions of a kept picture: their language, and their path on the server. */
export const keptCaptionsSchema = v.object({ language: text, url: text });

const keptItemSchema = v.object({
  /** Path on the server with its version: the item's key. */
  url: v.string(),
  kind: v.picklist(["sound", "picture"]),
  bytes: v.pipe(v.number(), v.integer(), v.minValue(1)),
  /** Tag of the file from which the stored parts are; null before the first one. */
  etag: v.nullable(v.string()),
  /** "waiting" to be downloaded; "kept" when every part is stored. */
  state: v.picklist(["waiting", "paused", "kept"]),
  /** Milliseconds since 1970; the order of the downloads. */
  addedAt: v.number(),
  seconds: v.number(),
  speaker: v.optional(text),
  /** Category in which the video was opened. */
  category: text,
  video: v.object({
    id: text,
    title: text,
    thumbnail: text,
    duration: text,
    viewCount: text,
    publishedAt: text,
    language: v.optional(text),
  }),
  /** Stored beside it. */
  captions: v.optional(v.array(keptCaptionsSchema)),
  deleteAfterListening: v.boolean(),
  /** It was played to its end. */
  hasEnded: v.boolean(),
});

/** One kept file: the sound or the picture of a video. */
export type KeptItem = v.InferOutput<typeof keptItemSchema>;

export const ITEM_PREFIX = "item/";
export const PART_PREFIX = "part/";

export function itemKey(url: string): string {
  return ITEM_PREFIX + url;
}

/** Prefix of the keys of a file's parts. */
export function partsKey(url: string): string {
  return `${PART_PREFIX}${url}#`;
}

/** Keys sort in the order of the parts. */
export function partKey(url: string, index: number): string {
  return partsKey(url) + String(index).padStart(6, "0");
}

export function posterKey(url: string): string {
  return `poster/${url}`;
}

export function captionsKey(url: string): string {
  return `captions/${url}`;
}

/** Parses a stored item; null for anything else. */
export function readKeptItem(value: unknown): KeptItem | null {
  const parsed = v.safeParse(keptItemSchema, value);
  return parsed.success ? parsed.output : null;
}

/** Marks an address that the service worker answers from the device; the server ignores the mark. */
const MARK = /[?&]kept$/;

/** Returns the address at which a player plays the kept file of a URL. */
export function keptAddress(url: string): string {
  return `${url}${url.includes("?") ? "&" : "?"}kept`;
}

/** Returns the URL of a file by the address of its kept copy; null for any other address. */
export function urlOfKept({ pathname, search }: Pick<URL, "pathname" | "search">): string | null {
  return MARK.test(search) ? pathname + search.replace(MARK, "") : null;
}

/**
 * Returns the whole kept file of a URL; null when it is not there. The bytes stay on disk until they
 * are read.
 */
export async function readKeptFile(
  store: Pick<DeviceStore, "read" | "entries">,
  url: string,
): Promise<Blob | null> {
  const item = readKeptItem(await store.read(itemKey(url)));
  if (item?.state !== "kept") return null;
  const entries = await store.entries(partsKey(url));
  const parts = [...(entries?.values() ?? [])].filter((part) => part instanceof Blob);
  const file = new Blob(parts, { type: item.kind === "sound" ? "audio/mp4" : "video/mp4" });
  return file.size === item.bytes ? file : null;
}

/** Returns kept captions by their URL; null when they are not there. */
export async function readKeptCaptions(
  store: Pick<DeviceStore, "read">,
  url: string,
): Promise<Blob | null> {
  const found = await store.read(captionsKey(url));
  return found instanceof Blob ? found : null;
}
