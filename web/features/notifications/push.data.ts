import * as v from "valibot";
import {
  pushKeySchema,
  type PlanSeenBody,
  type PushRemovalBody,
  type PushSubscriptionBody,
  pushDevice,
} from "#shared/contracts/push.ts";
import { AppError } from "#shared/errors.ts";
import type { Language } from "#shared/languages.ts";
import { PUSH_PATH, type PushTopic } from "#shared/device/push.ts";
import type { Api } from "#web/lib/http/http.ts";
import { backendFetch } from "#web/lib/session/backend-fetch.ts";

/**
 * Returns true when this browser supports push; iPhones only once the site is on the home screen.
 */
export function isPushSupported(): boolean {
  return "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
}

/** Returns true when this device has a push subscription; stored topics are void without one. */
export async function isSubscribed(): Promise<boolean> {
  const registration = await navigator.serviceWorker.getRegistration();
  return Boolean(await registration?.pushManager.getSubscription());
}

/** Reminders that a device requests; `planHour` counts with the plan topic only. */
type ReminderRequest = { topics: readonly PushTopic[]; language: Language; planHour: number };

/**
 * Subscribes to exactly these topics. @throws AppError "network" or "upstream_failed"; DOMException
 * when the browser's push service fails.
 */
export async function subscribe(
  api: Api,
  { topics, language, planHour }: ReminderRequest,
): Promise<void> {
  const { pushManager } = await navigator.serviceWorker.ready;
  const subscription =
    (await pushManager.getSubscription()) ??
    (await pushManager.subscribe({
      // Browsers require that every message shows a notification.
      userVisibleOnly: true,
      applicationServerKey: v.parse(pushKeySchema, await api.getJson(PUSH_PATH)).publicKey,
    }));
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  await send("POST", {
    ...pushDevice(subscription),
    topics: [...topics],
    language,
    timeZone,
    planHour,
  });
}

/**
 * Reports that the reading plan was opened, and the last calendar day with nothing to read, if any.
 */
export async function reportPlanSeen(quietUntil: string | null): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  const subscription = await registration?.pushManager.getSubscription();
  if (subscription) await send("PATCH", { endpoint: subscription.endpoint, quietUntil });
}

/** Ends all reminders of this device, in the browser and on the server. */
export async function unsubscribe(): Promise<void> {
  const { pushManager } = await navigator.serviceWorker.ready;
  const subscription = await pushManager.getSubscription();
  if (!subscription) return;
  await send("DELETE", { endpoint: subscription.endpoint });
  await subscription.unsubscribe();
}

async function send(
  ...[method, body]:
    | ["POST", PushSubscriptionBody]
    | ["PATCH", PlanSeenBody]
    | ["DELETE", PushRemovalBody]
): Promise<void> {
  const response = await backendFetch(PUSH_PATH, {
    method,
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  }).catch((cause: unknown) => {
    throw new AppError("network", 0, "The server could not be reached", { cause });
  });
  if (!response.ok) throw new AppError("upstream_failed", response.status, "Not saved");
}
