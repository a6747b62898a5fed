import * as v from "valibot";
import { LANGUAGES } from "#shared/languages.ts";
import { isVideoId } from "#shared/videos/video-id.ts";

/** The calls between a television page (`/tv`), the server, and the phone that controls it. */

/** 128 bits in base64url. */
export const tvTokenSchema = v.pipe(v.string(), v.regex(/^[\w-]{22}$/));

const seconds = v.pipe(v.number(), v.minValue(0), v.maxValue(172_800));
const title = v.pipe(v.string(), v.maxLength(500));
const channelIdSchema = v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/));
const videoIdSchema = v.pipe(v.string(), v.check(isVideoId, "is no video"));

/** Body of `POST /api/tv/codes`, from a television. */
export const tvCodeRequestSchema = v.strictObject({ language: v.picklist(LANGUAGES) });

/** Its response. */
const tvCodeSchema = v.object({
  v: v.literal(1),
  /** The television's token. */
  screen: tvTokenSchema,
  code: v.pipe(v.string(), v.regex(/^\d{6}$/)),
});

export type TvCode = v.InferOutput<typeof tvCodeSchema>;

/** Body of `POST /api/tv/pair`, from a phone. */
export const tvPairRequestSchema = v.strictObject({
  code: v.pipe(v.string(), v.regex(/^\d{6}$/, "must be six digits")),
});

/** Its response: the phone's token. */
export const tvPairedSchema = v.object({ v: v.literal(1), pairing: tvTokenSchema });

/** What a television plays. */
const tvMediaSchema = v.variant("kind", [
  v.strictObject({ kind: v.literal("channel"), id: channelIdSchema }),
  v.strictObject({ kind: v.literal("video"), id: videoIdSchema }),
]);

export type TvMedia = v.InferOutput<typeof tvMediaSchema>;

const step = v.picklist([1, -1]);

/** Body of `POST /api/tv/{pairing}/command`. */
export const tvCommandSchema = v.variant("do", [
  v.strictObject({
    do: v.literal("play"),
    media: tvMediaSchema,
    /** For the screen. */
    title,
    /** Start of a video in seconds. */
    position: seconds,
  }),
  v.strictObject({ do: v.picklist(["pause", "resume", "stop"]) }),
  v.strictObject({ do: v.literal("seek-to"), position: seconds }),
  v.strictObject({
    do: v.literal("seek-by"),
    seconds: v.pipe(v.number(), v.minValue(-3_600), v.maxValue(3_600)),
  }),
  /** The next or the previous channel; louder or quieter. */
  v.strictObject({ do: v.picklist(["channel", "volume"]), step }),
]);

export type TvCommand = v.InferOutput<typeof tvCommandSchema>;

/** Its response: the number of the command in its pairing. */
export const tvCommandSentSchema = v.object({ v: v.literal(1), n: v.number() });

/**
 * idle: the page shows its cards; refused: the browser waits for a key of the remote control; off:
 * the channel is off air.
 */
const TV_STATES = ["idle", "loading", "playing", "paused", "refused", "failed", "off"] as const;

export type TvState = (typeof TV_STATES)[number];

/** Body of `POST /api/tv/{screen}/report`, from a television. */
export const tvReportSchema = v.strictObject({
  /** Null for nothing, and for something that has no id. */
  media: v.nullable(tvMediaSchema),
  title,
  state: v.picklist(TV_STATES),
  /** Seconds. */
  position: seconds,
  /** 0 where nothing can be sought. */
  duration: seconds,
  /** The volume can be changed. */
  hasVolume: v.boolean(),
  /** Number of the last command that was carried out. */
  done: v.pipe(v.number(), v.integer(), v.minValue(0)),
});

export type TvReport = v.InferOutput<typeof tvReportSchema>;

/** Response of `GET /api/tv/{pairing}`. */
export const tvStatusSchema = v.object({
  v: v.literal(1),
  /** Null before the first one. */
  report: v.nullable(tvReportSchema),
  /** The television has not reported for a while. */
  isAway: v.boolean(),
});

export type TvStatus = v.InferOutput<typeof tvStatusSchema>;

/** How the television page plays what it does not show as a card. */
export type TvPlayable = {
  kind: string;
  source: string;
  captions: string;
  sandbox: string;
  notice: string;
};

/** A command as the television reads it. */
export type TvOrder = TvCommand & {
  n: number;
  /** Of "play". */
  playable?: TvPlayable;
};

/** Response of `GET /api/tv/{screen}/orders`; 404 once the code has expired or the pairing ended. */
export type TvOrders = { v: 1; isPaired: boolean; orders: readonly TvOrder[] };
