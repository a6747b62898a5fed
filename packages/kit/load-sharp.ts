import type sharp from "sharp";

/**
 * Sharp is loaded at its first use, so that the server starts without it. It needs x86-64-v2, which the
 * default processor of some virtual machines lacks.
 */

export const SHARP_HINT =
  'Give the virtual machine the processor of its host (type "host", or x86-64-v2 or later), or install the packages again with npm ci --include=optional.';

/** Images cannot be processed on this machine; the message says why and how to fix it. */
export class ImageLibraryError extends Error {
  constructor(cause: unknown) {
    const [reason = ""] = (cause instanceof Error ? cause.message : String(cause)).split("\n");
    super(`The image library sharp cannot be loaded (${reason}). ${SHARP_HINT}`, { cause });
    this.name = "ImageLibraryError";
  }
}

let loading: Promise<typeof sharp> | null = null;

/** @throws ImageLibraryError when sharp cannot be loaded. */
export function loadSharp(): Promise<typeof sharp> {
  loading ??= import("sharp").then(
    ({ default: loaded }) => {
      // Every upload is another file: libvips' cache of past operations would only hold memory.
      loaded.cache(false);
      return loaded;
    },
    (error: unknown) => {
      throw new ImageLibraryError(error);
    },
  );
  return loading;
}
