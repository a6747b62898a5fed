/** Private topic of realtime on which pages hear that a channel's state has changed; only the server sends there. */
export const LIVE_TOPIC = "live";
/** Its one event, which carries the answer that `GET /api/live` now gives: nobody has to ask for it. */
export const LIVE_CHANGED = "changed";
