import type { BucketPolicy } from "#server/backend/settings.ts";
import { POSTER_BUCKET, POSTER_SIZE, UPLOADED_POSTER } from "#shared/live/poster-name.domain.ts";

const UUID = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";

/** Pictures of members: `{id of the user}-{milliseconds}.{format}`, all encoded anew by the server. */
const AVATARS: BucketPolicy = {
  namePattern: new RegExp(`^${UUID}-\\d{10,16}\\.(?:png|jpe?g|gif|webp)$`),
  image: {
    maxSidePixels: 512,
    maxInputPixels: 24_000_000,
    maxInputFrames: 1_000,
    maxOutputBytes: 1_048_576,
    timeoutSeconds: 5,
  },
  quota: { objects: 20, bytes: 20_971_520 },
  downloadName: (extension) => `avatar.${extension}`,
};

/** Pictures of channels, which their helpers' browsers have made small already. */
const POSTERS: BucketPolicy = {
  namePattern: UPLOADED_POSTER,
  image: {
    maxSidePixels: POSTER_SIZE.width,
    maxInputPixels: 24_000_000,
    maxInputFrames: 1,
    maxOutputBytes: 2_097_152,
    timeoutSeconds: 5,
  },
  quota: { objects: 500, bytes: 209_715_200 },
  downloadName: (extension) => `poster.${extension}`,
};

/** Rules of the buckets that `supabase/migrations` makes. */
export const BUCKET_POLICIES: ReadonlyMap<string, BucketPolicy> = new Map([
  ["avatars", AVATARS],
  [POSTER_BUCKET, POSTERS],
]);
