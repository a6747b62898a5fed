import * as v from "valibot";
import { isDaily, PUSH_TOPICS } from "#shared/device/push.ts";
import { isCalendarDay } from "#shared/devotional/devotional-date.ts";
import { LANGUAGES } from "#shared/languages.ts";
import { isTimeZone } from "#shared/time-zone.ts";

/** Answer of `GET /api/push`: the key by which the site signs its messages. */
export const pushKeySchema = v.object({ publicKey: v.string() });

const device = {
  endpoint: v.string(),
  /** Base64url: a P-256 public key, and 16 bytes. */
  keys: v.strictObject({ p256dh: v.string(), auth: v.string() }),
};

/** How a device is reached, as its browser describes it (PushSubscription). */
export const deviceSchema = v.strictObject(device);

export type PushDevice = v.InferOutput<typeof deviceSchema>;

/** Body of `POST /api/push`: what a device wants to be reminded of. */
export const subscriptionSchema = v.strictObject({
  ...device,
  topics: v.pipe(v.array(v.picklist(PUSH_TOPICS)), v.minLength(1), v.maxLength(PUSH_TOPICS.length)),
  language: v.picklist(LANGUAGES),
  /** Of the device, as its browser names it; needed for what comes at the reader's time. */
  timeZone: v.optional(v.pipe(v.string(), v.maxLength(64), v.check(isTimeZone, "is no time zone"))),
  /** Hour of the device's clock at which a reading plan reminds. */
  planHour: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(23))),
});

/** Whether all is said that a device's topics need. */
export function hasZoneWhereNeeded({
  topics,
  timeZone,
}: Pick<PushSubscriptionBody, "topics" | "timeZone">): boolean {
  return timeZone !== undefined || !topics.some(isDaily);
}

export type PushSubscriptionBody = v.InferOutput<typeof subscriptionSchema>;

/** Body of `PATCH /api/push`: the reading plan was opened, and the last day on which there is nothing to read. */
export const planSeenSchema = v.strictObject({
  endpoint: v.string(),
  quietUntil: v.nullable(v.pipe(v.string(), v.check(isCalendarDay, "is no day of the calendar"))),
});

export type PlanSeenBody = v.InferOutput<typeof planSeenSchema>;

/** Body of `PUT /api/push`: a device's new address in the place of its old one. */
export const renewalSchema = v.strictObject({ endpoint: v.string(), renewed: deviceSchema });

export type PushRenewalBody = v.InferOutput<typeof renewalSchema>;

/** Body of `DELETE /api/push`. */
export const removalSchema = v.strictObject({ endpoint: v.string() });

export type PushRemovalBody = v.InferOutput<typeof removalSchema>;
