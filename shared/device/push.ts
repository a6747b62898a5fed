/** What a visitor may be reminded of by push. */
export const PUSH_TOPICS = ["services", "devotional"] as const;

export type PushTopic = (typeof PUSH_TOPICS)[number];

/** Address of the push service: GET its public key, POST a subscription, PUT a new one in its place, DELETE it. */
export const PUSH_PATH = "/api/push";

/** How long before a service its reminder is sent. */
export const SERVICE_REMINDER_MINUTES = 15;
/** When the day's devotional is announced, wall clock of the ministry's time zone. */
export const DEVOTIONAL_REMINDER_TIME = "06:00";
