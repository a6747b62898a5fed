import * as v from "valibot";
import { isDaily, PUSH_TOPICS } from "#shared/device/push.ts";
import { isCalendarDay } from "#shared/devotional/devotional-date.ts";
import { LANGUAGES } from "#shared/languages.ts";
import { isTimeZone } from "#shared/time-zone.ts";

/** Encrypted push message; the service worker shows it. */
const pushMessageSchema = v.object({
  title: v.string(),
  body: v.string(),
  /** Path of this site that a tap opens. */
  url: v.string(),
  /** A later message with the same tag replaces an earlier one. */
  tag: v.string(),
  language: v.string(),
});

export type PushMessage = v.InferOutput<typeof pushMessageSchema>;

/** Response of `GET /api/push`: the site's VAPID key. */
export const pushKeySchema = v.object({ publicKey: v.string() });

const device = {
  endpoint: v.string(),
  /** Base64url: a P-256 public key, and 16 bytes. */
  keys: v.strictObject({ p256dh: v.string(), auth: v.string() }),
};

/** A PushSubscription. */
export const deviceSchema = v.strictObject(device);

export type PushDevice = v.InferOutput<typeof deviceSchema>;

/** Body of `POST /api/push`: the reminders that a device subscribes to. */
export const subscriptionSchema = v.strictObject({
  ...device,
  topics: v.pipe(v.array(v.picklist(PUSH_TOPICS)), v.minLength(1), v.maxLength(PUSH_TOPICS.length)),
  language: v.picklist(LANGUAGES),
  /** Time zone of the device; required for reminders at local times. */
  timeZone: v.optional(v.pipe(v.string(), v.maxLength(64), v.check(isTimeZone, "is no time zone"))),
  /** Local hour of the reading plan's reminder. */
  planHour: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(23))),
});

/** Returns whether the time zone and hour that its topics require are present. */
export function hasZoneWhereNeeded({
  topics,
  timeZone,
}: Pick<PushSubscriptionBody, "topics" | "timeZone">): boolean {
  return timeZone !== undefined || !topics.some(isDaily);
}

export type PushSubscriptionBody = v.InferOutput<typeof subscriptionSchema>;

/**
 * Body of `PATCH /api/push`: the reading plan was opened, and the last day without an unread
 * reading.
 */
export const planSeenSchema = v.strictObject({
  endpoint: v.string(),
  quietUntil: v.nullable(v.pipe(v.string(), v.check(isCalendarDay, "is no day of the calendar"))),
});

export type PlanSeenBody = v.InferOutput<typeof planSeenSchema>;

/** Body of `PUT /api/push`: replaces the endpoint of a device. */
export const renewalSchema = v.strictObject({ endpoint: v.string(), renewed: deviceSchema });

export type PushRenewalBody = v.InferOutput<typeof renewalSchema>;

/** Body of `DELETE /api/push`. */
export const removalSchema = v.strictObject({ endpoint: v.string() });

export type PushRemovalBody = v.InferOutput<typeof removalSchema>;

/** Returns the device of a browser's subscription; missing values are "". */
export function pushDevice(subscription: Pick<PushSubscription, "toJSON">): PushDevice {
  const { endpoint = "", keys } = subscription.toJSON();
  return { endpoint, keys: { p256dh: keys?.["p256dh"] ?? "", auth: keys?.["auth"] ?? "" } };
}
