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
    cause: "YouTube isn't available right now",
    pauseMs: LONG_PAUSE_MS,
  },
  budget_spent: { status: 503, cause: "YouTube isn't available right now", pauseMs: LONG_PAUSE_MS },
  key_refused: {
    status: 503,
    cause: "YouTube isn't available right now",
    pauseMs: LONG_PAUSE_MS,
  },
  playlist_not_found: {
    status: 502,
    cause: "this playlist doesn't exist",
    pauseMs: LONG_PAUSE_MS,
  },
  rate_limited: {
    status: 503,
    cause: "YouTube isn't available right now",
    pauseMs: SHORT_PAUSE_MS,
  },
  timeout: { status: 502, cause: "YouTube isn't responding", pauseMs: SHORT_PAUSE_MS },
  unreachable: { status: 502, cause: "YouTube can't be reached", pauseMs: SHORT_PAUSE_MS },
  bad_answer: {
    status: 502,
    cause: "YouTube isn't available right now",
    pauseMs: SHORT_PAUSE_MS,
  },
  upstream_failed: {
    status: 502,
    cause: "YouTube has a problem",
    pauseMs: SHORT_PAUSE_MS,
  },
  resting: {
    status: 503,
    cause: "YouTube isn't responding",
    pauseMs: SHORT_PAUSE_MS,
  },
  not_configured: {
    status: 503,
    cause: "no playlist has been set up yet",
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
