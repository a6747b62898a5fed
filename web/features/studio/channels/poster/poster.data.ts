import { POSTER_BUCKET, uploadedPoster } from "#shared/live/poster-name.domain.ts";
import type { OpenClient } from "#web/features/studio/kit/documents.data.ts";

const NAME_BYTES = 16;
/** The name stands for one picture for ever. */
const CACHE_SECONDS = "31536000";

/** Stores a picture under a name of its own. @returns what a channel's `poster` calls it; null where it was refused. */
export async function storePoster(open: OpenClient, jpeg: Blob): Promise<string | null> {
  const poster = uploadedPoster(randomHex());
  const { error } = await open()
    .storage.from(POSTER_BUCKET)
    .upload(poster, jpeg, { contentType: "image/jpeg", cacheControl: CACHE_SECONDS });
  return error === null ? poster : null;
}

function randomHex(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(NAME_BYTES));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
