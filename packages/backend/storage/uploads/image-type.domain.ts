/** Formats of image buckets, in sharp's names. */
export type ImageFormat = "png" | "jpeg" | "gif" | "webp";

/** Bytes needed to detect a format. */
export const IMAGE_SIGNATURE_BYTES = 12;

const FORMAT_OF_EXTENSION: Readonly<Record<string, ImageFormat>> = {
  png: "png",
  jpg: "jpeg",
  jpeg: "jpeg",
  gif: "gif",
  webp: "webp",
};

/** Returns the format of a file extension, or null. */
export function formatOfExtension(extension: string): ImageFormat | null {
  return Object.hasOwn(FORMAT_OF_EXTENSION, extension)
    ? (FORMAT_OF_EXTENSION[extension] ?? null)
    : null;
}

/** Returns the format of the first bytes, or null. The declared type does not count. */
export function formatOfBytes(head: Uint8Array): ImageFormat | null {
  const text = Buffer.from(head).toString("latin1");
  if (text.startsWith("\x89PNG\r\n\x1a\n")) return "png";
  if (text.startsWith("\xff\xd8\xff")) return "jpeg";
  if (text.startsWith("GIF87a") || text.startsWith("GIF89a")) return "gif";
  if (text.startsWith("RIFF") && text.slice(8, 12) === "WEBP") return "webp";
  return null;
}
