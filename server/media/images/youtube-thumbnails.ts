import type { ReportFault } from "#server/kit/fault-registry.ts";
import {
  createHttpClient,
  type HttpClientOptions,
  OutboundError,
} from "#server/kit/http/http-client.ts";
import { measurePicture } from "./image-encoder.ts";
import { createWorkQueue } from "#server/kit/work-queue.ts";
import { MINUTE_MS } from "#server/kit/durations.ts";

/**
 * Thumbnails of the video platform. The larger ones are not made for every
 * video, and a missing one is a 404 **with** a valid picture of 120x90, so the status, the type and
 * the true size are looked at before a picture is believed.
 *
 * Ids, never addresses, reach this file; redirects are refused and answers bounded.
 */

/** How large an original is needed. */
export type OriginalSize = "small" | "large";

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
/** Calls to the platform's picture host per minute, however many visitors ask. */
const CALLS_PER_MINUTE = 600;
const COMPONENT = "youtube-pictures";

export type YouTubeThumbnails = {
  /**
   * The best original of a video, or null when the platform has none.
   *
   * @throws OutboundError or QueueFullError when it could not be asked
   */
  load(videoId: string, size: OriginalSize): Promise<Buffer | null>;
};

export type YouTubeThumbnailOptions = Pick<HttpClientOptions, "fetch" | "now" | "sleep"> & {
  /** For example https://i.ytimg.com, without trailing slash. */
  readonly base: string;
  /** Told whether the platform's picture host answers. */
  readonly report?: ReportFault | undefined;
};

/** Makes the reader of thumbnails with its breaker, queue and budget. */
export function createYouTubeThumbnails(options: YouTubeThumbnailOptions): YouTubeThumbnails {
  const { base, now, report } = options;
  const client = createHttpClient({ ...options, maxBytes: MAX_ORIGINAL_BYTES });
  const queue = createWorkQueue({ running: CALLS_AT_ONCE, waiting: CALLS_WAITING });
  const budget = createMinuteBudget(CALLS_PER_MINUTE, now);

  async function ask(videoId: string, { file, minWidth }: Candidate): Promise<Buffer | null> {
    const picture = await client
      .call({
        url: `${base}/vi/${videoId}/${file}.jpg`,
        headers: { accept: "image/webp,image/jpeg" },
        beforeAttempt: () => budget.spend(),
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
    if (picture === null) return null;
    const size = await measurePicture(picture);
    return size && ORIGINAL_FORMATS.has(size.format) && size.width >= minWidth ? picture : null;
  }

  return {
    load(videoId, size) {
      return queue.run(async () => {
        for (const candidate of CANDIDATES[size]) {
          const picture = await ask(videoId, candidate);
          if (picture) return picture;
        }
        return null;
      });
    },
  };
}

type MinuteBudget = { spend(): Promise<void> };

function createMinuteBudget(perMinute: number, now: () => number): MinuteBudget {
  let minute = Number.NaN;
  let spent = 0;
  return {
    spend() {
      const current = Math.floor(now() / MINUTE_MS);
      if (current !== minute) spent = 0;
      minute = current;
      spent += 1;
      if (spent <= perMinute) return Promise.resolve();
      return Promise.reject(new RangeError("the minute's calls for thumbnails are spent"));
    },
  };
}
