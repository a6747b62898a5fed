/** Private realtime topic for changed channels; only the server sends to it. */
export const LIVE_TOPIC = "live";
/** Its event; contains the new response of `GET /api/live`, so that pages need not fetch it. */
export const LIVE_CHANGED = "changed";
