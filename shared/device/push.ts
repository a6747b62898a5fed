/** What a visitor may be reminded of by push. */
export const PUSH_TOPICS = ["services", "devotional", "verse", "plan"] as const;

export type PushTopic = (typeof PUSH_TOPICS)[number];

/** Topics that come each day at an hour of the reader's own zone. */
export const DAILY_TOPICS = ["verse", "plan"] as const satisfies readonly PushTopic[];

export type DailyTopic = (typeof DAILY_TOPICS)[number];

/** Whether a topic comes at the reader's time, and not at the ministry's. */
export function isDaily(topic: PushTopic): topic is DailyTopic {
  return DAILY_TOPICS.some((daily) => daily === topic);
}

/** Hour of the reader's wall clock at which a topic comes where no other was chosen. */
export const DAILY_HOURS: Readonly<Record<DailyTopic, number>> = { verse: 7, plan: 19 };

/** Reminders of a plan in a row that nobody has opened, after which there are no more until it is opened. */
export const UNOPENED_LIMIT = 3;

/** Address of the push service: GET its public key, POST a subscription, PUT a new one in its place, DELETE it. */
export const PUSH_PATH = "/api/push";

/** How long before a service its reminder is sent. */
export const SERVICE_REMINDER_MINUTES = 15;
/** When the day's devotional is announced, wall clock of the ministry's time zone. */
export const DEVOTIONAL_REMINDER_TIME = "06:00";
