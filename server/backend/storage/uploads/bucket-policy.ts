import { fileExtension } from "#server/backend/storage/rows/object-path.domain.ts";

/**
 * What a bucket's files must be beyond the limits in its row. One table, so that no route knows a
 * bucket by name. Row level security still decides who may write what.
 */
export type BucketPolicy = {
  /** Every name in the bucket. */
  readonly namePattern: RegExp;
  /** Files are verified by content and encoded anew. */
  readonly image: ImageRules;
  /** Of one user. */
  readonly quota: { readonly objects: number; readonly bytes: number };
  /** Name under which a browser saves the file; the stored one tells the owner's id. */
  readonly downloadName: (name: string) => string;
};

export type ImageRules = {
  /** Longest side of the stored image. */
  readonly maxSidePixels: number;
  /** Width times height that is still decoded. */
  readonly maxInputPixels: number;
  /** More frames than any avatar has; only the first one is kept. */
  readonly maxInputFrames: number;
  readonly maxOutputBytes: number;
  readonly timeoutSeconds: number;
};

const UUID = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";

const POLICIES: Readonly<Record<string, BucketPolicy>> = {
  avatars: {
    namePattern: new RegExp(`^${UUID}-\\d{10,16}\\.(?:png|jpe?g|gif|webp)$`),
    image: {
      maxSidePixels: 512,
      maxInputPixels: 24_000_000,
      maxInputFrames: 1_000,
      maxOutputBytes: 1_048_576,
      timeoutSeconds: 5,
    },
    quota: { objects: 20, bytes: 20_971_520 },
    downloadName: (name) => `avatar.${fileExtension(name)}`,
  },
};

/** The rules of a bucket, or null when its row says everything. */
export function bucketPolicy(bucketId: string): BucketPolicy | null {
  return Object.hasOwn(POLICIES, bucketId) ? (POLICIES[bucketId] ?? null) : null;
}
