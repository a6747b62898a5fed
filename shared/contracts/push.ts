import * as v from "valibot";
import { PUSH_TOPICS } from "#shared/device/push.ts";
import { LANGUAGES } from "#shared/language.ts";

/** How a device is reached, as its browser describes it (PushSubscription). */
export const deviceSchema = v.strictObject({
  endpoint: v.string(),
  /** Base64url: a P-256 public key, and 16 bytes. */
  keys: v.strictObject({ p256dh: v.string(), auth: v.string() }),
});

export type PushDevice = v.InferOutput<typeof deviceSchema>;

/** Body of `POST /api/push`: what a device wants to be reminded of. */
export const subscriptionSchema = v.strictObject({
  ...deviceSchema.entries,
  topics: v.pipe(v.array(v.picklist(PUSH_TOPICS)), v.minLength(1), v.maxLength(PUSH_TOPICS.length)),
  language: v.picklist(LANGUAGES),
});

export type PushSubscriptionBody = v.InferOutput<typeof subscriptionSchema>;

/** Body of `PUT /api/push`: a device's new address in the place of its old one. */
export const renewalSchema = v.strictObject({ endpoint: v.string(), renewed: deviceSchema });

export type PushRenewalBody = v.InferOutput<typeof renewalSchema>;

/** Body of `DELETE /api/push`. */
export const removalSchema = v.strictObject({ endpoint: v.string() });

export type PushRemovalBody = v.InferOutput<typeof removalSchema>;

/** Answer of `GET /api/push`: the key by which the site signs its messages. */
export const pushKeySchema = v.object({ publicKey: v.string() });

/** What travels to a device, encrypted; the service worker shows it. */
export const pushMessageSchema = v.object({
  title: v.string(),
  body: v.string(),
  /** Path of this site that a tap opens. */
  url: v.string(),
  /** A later message with the same tag takes the place of an earlier one. */
  tag: v.string(),
  language: v.string(),
});

export type PushMessage = v.InferOutput<typeof pushMessageSchema>;
