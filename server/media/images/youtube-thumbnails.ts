import type { ReportFault } from "@reign-tv/kit/fault-registry.ts";
import { OUTBOUND_LIMITS, OutboundError } from "@reign-tv/kit/outbound/bounded-fetch.ts";
import {
  createUpstream,
  UPSTREAM_TUNING,
  type UpstreamOptions,
} from "@reign-tv/kit/outbound/upstream.ts";
import { measureImage } from "./image-encoder.ts";
import { createWorkQueue } from "@reign-tv/kit/work-queue.ts";
import { MINUTE_MS } from "@reign-tv/kit/durations.ts";
import { createCountWindow } from "@reign-tv/kit/rate-limit.ts";

/**
 * Thumbnails of the video platform. Larger ones do not exist for every video, and a missing one is a 404 **with** a
 * valid image of 120x90: check status, type and real size.
 *
 * Only ids reach this file, never URLs; redirects are rejected and responses limited.
 */

/** Required size of an original. */
type OriginalSize = "small" | "large";

type Candidate = { readonly file: string; readonly minWidth: number };

/** Best first. `small` serves up to 320 px, where the 16:9 medium thumbnail is exact. */
const CANDIDATES: Readonly<Record<OriginalSize, readonly Candidate[]>> = {
  small: [
    { file: "mqdefault", minWidth: 320 },
    { file: "hqdefault", minWidth: 480 },
  ],
  large: [
    { file: "maxresdefault", minWidth: 1_000 },
    { file: "sddefault", minWidth: 640 },
    { file: "hqdefault", minWidth: 480 },
    { file: "mqdefault", minWidth: 320 },
  ],
};

const MAX_ORIGINAL_BYTES = 2 * 1024 * 1024;
const ORIGINAL_FORMATS = new Set(["jpeg", "webp"]);

const CALLS_AT_ONCE = 6;
const CALLS_WAITING = 300;
/** Limit on calls to the platform's image host for all visitors. */
const CALLS_PER_MINUTE = 600;
const COMPONENT = "youtube-pictures";

export type YouTubeThumbnails = {
  /**
   * Returns the best original of a video, or null when the platform has none.
   *
   * @throws OutboundError or QueueFullError when the platform could not be reached
   */
  load(videoId: string, size: OriginalSize): Promise<Buffer | null>;
};

type YouTubeThumbnailOptions = Pick<UpstreamOptions, "fetch" | "now" | "sleep"> & {
  /** For example https://i.ytimg.com, without trailing slash. */
  readonly base: string;
  /** Receives failures of the platform's image host. */
  readonly report?: ReportFault | undefined;
};

/** Creates the client with its circuit breaker, queue and quota. */
export function createYouTubeThumbnails(options: YouTubeThumbnailOptions): YouTubeThumbnails {
  const { base, now, report } = options;
  const limits = { ...OUTBOUND_LIMITS, maxBytes: MAX_ORIGINAL_BYTES };
  const client = createUpstream({ ...options, tuning: { ...UPSTREAM_TUNING, limits } });
  const queue = createWorkQueue({ running: CALLS_AT_ONCE, waiting: CALLS_WAITING });
  const calls = createCountWindow(CALLS_PER_MINUTE, MINUTE_MS);
  async function countCall(): Promise<void> {
    if (!calls.take(now())) throw new RangeError("the minute's calls for thumbnails are spent");
  }

  async function fetchCandidate(
    videoId: string,
    { file, minWidth }: Candidate,
  ): Promise<Buffer | null> {
    const image = await client
      .call({
        url: `${base}/vi/${videoId}/${file}.jpg`,
        headers: { accept: "image/webp,image/jpeg" },
        beforeAttempt: countCall,
        read(reply) {
          if (reply.status !== 200) return null;
          if (!/^image\//i.test(reply.headers.get("content-type") ?? "")) {
            throw new OutboundError("bad_answer", "not a picture");
          }
          report?.(COMPONENT, null);
          return Buffer.from(reply.bytes);
        },
      })
      .catch((error: unknown) => {
        if (error instanceof OutboundError) report?.(COMPONENT, error.fault);
        throw error;
      });
    if (image === null) return null;
    const size = await measureImage(image);
    return size && ORIGINAL_FORMATS.has(size.format) && size.width >= minWidth ? image : null;
  }

  return {
    load(videoId, size) {
      return queue.run(async () => {
        for (const candidate of CANDIDATES[size]) {
          const image = await fetchCandidate(videoId, candidate);
          if (image) return image;
        }
        return null;
      });
    },
  };
}
