/** Topics of push reminders. */
export const PUSH_TOPICS = ["services", "devotional", "verse", "plan"] as const;

export type PushTopic = (typeof PUSH_TOPICS)[number];

/** Topics sent daily at an hour in the reader's time zone. */
export const DAILY_TOPICS = ["verse", "plan"] as const satisfies readonly PushTopic[];

export type DailyTopic = (typeof DAILY_TOPICS)[number];

/** Returns whether a topic is sent at the reader's local time instead of the ministry's. */
export function isDaily(topic: PushTopic): topic is DailyTopic {
  return DAILY_TOPICS.some((daily) => daily === topic);
}

/** Default local hour of each topic. */
export const DAILY_HOURS: Readonly<Record<DailyTopic, number>> = { verse: 7, plan: 19 };

/** Stop plan reminders after this many unopened ones, until the plan is opened. */
export const UNOPENED_LIMIT = 3;

/** GET the public key; POST, PUT and DELETE subscriptions. */
export const PUSH_PATH = "/api/push";

/** Lead time of service reminders. */
export const SERVICE_REMINDER_MINUTES = 15;
/** Local time in the ministry's zone. */
export const DEVOTIONAL_REMINDER_TIME = "06:00";
