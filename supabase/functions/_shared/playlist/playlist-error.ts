import { MINUTE_MS, SECOND_MS } from "@reign-tv/kit/durations.ts";

/** Reasons for an unreadable playlist. The codes are part of the function's response and stable. */
export type PlaylistErrorCode =
  | "quota_exceeded"
  | "budget_spent"
  | "key_refused"
  | "playlist_not_found"
  | "rate_limited"
  | "timeout"
  | "unreachable"
  | "bad_answer"
  | "upstream_failed"
  | "resting"
  | "not_configured";

const SHORT_PAUSE_MS = 30 * SECOND_MS;
const LONG_PAUSE_MS = 15 * MINUTE_MS;

type Handling = {
  readonly status: 502 | 503;
  /** Our own text for visitors: nothing of the platform's response is passed on. */
  readonly cause: string;
  /** Negative cache TTL of the playlist. */
  readonly pauseMs: number;
};

const HANDLING = {
  quota_exceeded: {
    status: 503,
    cause: "the platform's daily quota is used up",
    pauseMs: LONG_PAUSE_MS,
  },
  budget_spent: { status: 503, cause: "today's request budget is used up", pauseMs: LONG_PAUSE_MS },
  key_refused: {
    status: 503,
    cause: "the platform refused this site's API key",
    pauseMs: LONG_PAUSE_MS,
  },
  playlist_not_found: {
    status: 502,
    cause: "the platform does not know this playlist",
    pauseMs: LONG_PAUSE_MS,
  },
  rate_limited: {
    status: 503,
    cause: "the platform asked us to slow down",
    pauseMs: SHORT_PAUSE_MS,
  },
  timeout: { status: 502, cause: "the platform did not answer in time", pauseMs: SHORT_PAUSE_MS },
  unreachable: { status: 502, cause: "the platform could not be reached", pauseMs: SHORT_PAUSE_MS },
  bad_answer: {
    status: 502,
    cause: "the platform sent an answer that could not be read",
    pauseMs: SHORT_PAUSE_MS,
  },
  upstream_failed: {
    status: 502,
    cause: "the platform reported a fault of its own",
    pauseMs: SHORT_PAUSE_MS,
  },
  resting: {
    status: 503,
    cause: "the platform failed several times and is being left alone for a moment",
    pauseMs: SHORT_PAUSE_MS,
  },
  not_configured: {
    status: 503,
    cause: "the playlists of this site are not configured",
    pauseMs: SHORT_PAUSE_MS,
  },
} as const satisfies Record<PlaylistErrorCode, Handling>;

/** The client exceeded its rate limit; `message` is shown to visitors. */
export class TooManyRequests extends Error {
  readonly retryAfterS: number;

  constructor(retryAfterS: number) {
    super("too many requests came from this connection");
    this.name = "TooManyRequests";
    this.retryAfterS = retryAfterS;
  }
}

/** A failed reading; `message` is shown to visitors. */
export class PlaylistError extends Error {
  readonly code: PlaylistErrorCode;
  readonly status: 502 | 503;
  readonly pauseMs: number;

  constructor(code: PlaylistErrorCode, options: { cause?: unknown } = {}) {
    super(HANDLING[code].cause, options);
    this.name = "PlaylistError";
    this.code = code;
    this.status = HANDLING[code].status;
    this.pauseMs = HANDLING[code].pauseMs;
  }
}
