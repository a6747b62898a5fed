import webPush from "web-push";
import type { ReportFault } from "#server/kit/fault-registry.ts";
import type { PushMessage } from "#shared/contracts/push-message.ts";
import type { PushKeys } from "./push-keys.ts";
import type { Subscriber } from "./subscription-store.ts";

/** What became of a message: `gone` is a device that has ended its subscription, for good. */
export type PushOutcome = "sent" | "gone" | "failed";

export type PushSender = (
  subscriber: Subscriber,
  message: PushMessage,
  lifetimeSeconds: number,
) => Promise<PushOutcome>;

type SenderOptions = {
  keys: PushKeys;
  /** Who answers for the messages: an https: or mailto: address (RFC 8292, 2.1). */
  subject: () => string;
  fetch: typeof globalThis.fetch;
  /** Told of each push service, by its host, whether it answers. */
  report: ReportFault;
};

const SEND_LIMIT_MS = 10_000;
/** The subscription is unknown to its push service (RFC 8030, 7.3), or meant for other keys. */
const GONE_STATUSES: readonly number[] = [403, 404, 410];

/** Encrypts messages for one device (RFC 8291) and hands them to its push service. */
export function createPushSender({ keys, subject, fetch, report }: SenderOptions): PushSender {
  return async ({ endpoint, p256dh, auth }, message, lifetimeSeconds) => {
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
    const component = `push:${new URL(endpoint).host}`;
    // fetch counts the body itself.
    const { "Content-Length": _length, ...sent } = headers;
    try {
      const response = await fetch(endpoint, {
        method,
        headers: Object.entries(sent),
        body: new Uint8Array(body),
        // A push service that sends us elsewhere is none.
        redirect: "error",
        signal: AbortSignal.timeout(SEND_LIMIT_MS),
      });
      await response.body?.cancel();
      const isFault = response.status >= 500 || response.status === 429;
      report(component, isFault ? `status ${response.status}` : null);
      if (GONE_STATUSES.includes(response.status)) return "gone";
      return response.ok ? "sent" : "failed";
    } catch {
      report(component, "could not be reached");
      return "failed";
    }
  };
}
