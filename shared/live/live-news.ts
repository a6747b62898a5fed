/** Private topic of realtime on which pages hear that a channel's state has changed; only the server sends there. */
export const LIVE_TOPIC = "live";
/** Its one event; what is new stands in `GET /api/live`. */
export const LIVE_CHANGED = "changed";
