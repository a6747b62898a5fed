import webPush from "web-push";
import * as v from "valibot";
import { loadSecretText, type SecretStore, unusable } from "@reign-tv/kit/files/secret-store.ts";
import { parseJson } from "@reign-tv/kit/parse-json.ts";
import { isWithin, MINUTE_MS } from "@reign-tv/kit/durations.ts";
import type { ReportFault } from "@reign-tv/kit/fault-registry.ts";
import type { PushMessage } from "#shared/contracts/push.ts";
import type { Subscriber } from "./subscription-store.ts";

const keysSchema = v.object({
  publicKey: v.pipe(v.string(), v.minLength(80)),
  privateKey: v.pipe(v.string(), v.minLength(40)),
});

/** VAPID key pair of this site (RFC 8292); base64url. */
export type PushKeys = v.InferOutput<typeof keysSchema>;

/**
 * Loads the site's push keys, created at first start. New keys would end every subscription.
 *
 * @throws StartError when the stored keys are damaged or readable by others.
 */
export async function loadPushKeys(secrets: SecretStore): Promise<PushKeys> {
  const text = await loadSecretText(secrets, "vapid", () =>
    JSON.stringify(webPush.generateVAPIDKeys()),
  );
  const keys = v.safeParse(keysSchema, parseJson(text));
  if (keys.success) return keys.output;
  throw unusable(secrets, "vapid", "damaged");
}

/**
 * Result of a message. "gone": the subscription has ended; "refused": the service rejects our messages, whatever the
 * device; "failed": temporary failure.
 */
export type PushResult = "sent" | "gone" | "refused" | "failed";

export type PushSender = (
  subscriber: Subscriber,
  message: PushMessage,
  lifetimeSeconds: number,
) => Promise<PushResult>;

type PushSenderDeps = {
  keys: PushKeys;
  /** Contact of the sender: an https: or mailto: URL (RFC 8292, 2.1). */
  subject: () => string;
  fetch: typeof globalThis.fetch;
  /** Receives failures of each push service, by host. */
  report: ReportFault;
  /** Clock; milliseconds since the epoch. */
  now?: () => number;
};

const SEND_TIMEOUT_MS = 10_000;
/** The subscription is unknown to its push service (RFC 8030, 7.3). */
const GONE_STATUSES: readonly number[] = [404, 410];
/**
 * Our message, signature, clock or endpoint is wrong, or we send too much. Apple, for example, responds 403 to every
 * message while the signature's subject or time is wrong.
 */
const REFUSED_STATUSES: readonly number[] = [400, 401, 403, 413, 429];
/** Delay after a rejection, for the whole service. */
export const REFUSED_PAUSE_MS = 30_000;
/** A service that accepted a message this recently is not paused: the rejection is about one device. */
const ACCEPTED_RECENTLY_MS = 10 * MINUTE_MS;

type Service = { pausedAtMs: number; sentAtMs: number };

/** Encrypts a message for one device (RFC 8291) and sends it to its push service. */
export function createPushSender({
  keys,
  subject,
  fetch,
  report,
  now = Date.now,
}: PushSenderDeps): PushSender {
  const services = new Map<string, Service>();

  function encrypt(
    { endpoint, p256dh, auth }: Subscriber,
    message: PushMessage,
    lifetimeSeconds: number,
  ): RequestInit {
    const { method, headers, body } = webPush.generateRequestDetails(
      { endpoint, keys: { p256dh, auth } },
      JSON.stringify(message),
      {
        vapidDetails: { subject: subject(), ...keys },
        TTL: lifetimeSeconds,
        urgency: "normal",
        topic: message.tag,
        contentEncoding: "aes128gcm",
      },
    );
    // fetch sets the length itself.
    const { "Content-Length": _length, ...sent } = headers;
    return { method, headers: Object.entries(sent), body: new Uint8Array(body) };
  }

  return async (subscriber, message, lifetimeSeconds) => {
    const { endpoint } = subscriber;
    const { host } = new URL(endpoint);
    const component = `push:${host}`;
    const service = services.get(host) ?? { pausedAtMs: -Infinity, sentAtMs: -Infinity };
    services.set(host, service);
    if (isWithin(REFUSED_PAUSE_MS, service.pausedAtMs, now())) return "refused";
    let request: RequestInit;
    try {
      request = encrypt(subscriber, message, lifetimeSeconds);
    } catch {
      report(component, "could not be signed or encrypted");
      return "refused";
    }
    try {
      const { status, ok, body } = await fetch(endpoint, {
        ...request,
        // Push services do not redirect.
        redirect: "error",
        signal: AbortSignal.timeout(SEND_TIMEOUT_MS),
      });
      await body?.cancel();
      const isGone = GONE_STATUSES.includes(status);
      report(component, ok || isGone ? null : `status ${status}`);
      if (isGone) return "gone";
      if (REFUSED_STATUSES.includes(status)) {
        if (!isWithin(ACCEPTED_RECENTLY_MS, service.sentAtMs, now())) service.pausedAtMs = now();
        return "refused";
      }
      if (!ok) return "failed";
      Object.assign(service, { pausedAtMs: -Infinity, sentAtMs: now() });
      return "sent";
    } catch {
      report(component, "could not be reached");
      return "failed";
    }
  };
}
