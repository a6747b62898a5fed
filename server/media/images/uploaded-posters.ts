import { POSTER_BUCKET, UPLOADED_POSTER } from "#shared/live/poster-name.domain.ts";
import type { Transport } from "#shared/transport.ts";
import type { PictureSource } from "./picture-sources.ts";

/**
 * Finds the picture that a helper gave to a channel, by the last part of its address; null for other names, of
 * which nothing reaches the storage. Nobody can replace it under its name, so that it never changes.
 */
export function createUploadedPosters(
  transport: Transport,
): (name: string) => PictureSource | null {
  return (name) => {
    const file = `${name}.jpg`;
    if (!UPLOADED_POSTER.test(file)) return null;
    const folder = `poster/${name}`;
    return {
      folder,
      isChanging: false,
      originalKey: () => `${folder}/original`,
      async load() {
        const path = `/storage/v1/object/public/${POSTER_BUCKET}/${file}`;
        const response = await transport(path);
        // The storage's own word for a file that is not there is 400.
        if (response.status === 400 || response.status === 404) return null;
        if (!response.ok) throw new Error(`A poster could not be read: HTTP ${response.status}`);
        return Buffer.from(await response.arrayBuffer());
      },
    };
  };
}
