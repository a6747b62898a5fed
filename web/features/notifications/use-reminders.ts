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
import { useEffect, useState } from "react";
import { useSite } from "#web/lib/site.ts";
import { useStored } from "#web/lib/storage/use-stored.ts";
import { PLAN_HOUR, REMINDERS } from "./notification-storage.ts";

/**
 * Returns true when this browser supports push; iPhones only once the site is on the home screen.
 */
export function isPushSupported(): boolean {
  return "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
}

/** Returns true when this device has a push subscription; stored topics are void without one. */
async function isSubscribed(): Promise<boolean> {
  const registration = await navigator.serviceWorker.getRegistration();
  return Boolean(await registration?.pushManager.getSubscription());
}

/** Reminders that a device requests; `planHour` counts with the plan topic only. */
type ReminderRequest = { topics: readonly PushTopic[]; language: Language; planHour: number };

/**
 * Subscribes to exactly these topics. @throws AppError "network" or "upstream_failed"; DOMException
 * when the browser's push service fails.
 */
async function subscribe(api: Api, { topics, language, planHour }: ReminderRequest): Promise<void> {
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
async function unsubscribe(): Promise<void> {
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

/** Why a choice could not be saved. */
type ReminderError = "blocked" | "failed";

type Reminders = {
  topics: readonly PushTopic[];
  isPending: boolean;
  fault: ReminderError | null;
  /** Toggles one topic; the view changes when the server has it. */
  toggle: (topic: PushTopic) => void;
  planHour: number;
  /** Sets the hour of a reading plan's reminder. */
  choosePlanHour: (hour: number) => void;
};

/** Returns the reminders of this device. */
export function useReminders(): Reminders {
  const { api, language } = useSite();
  const [topics, setTopics] = useStored(REMINDERS);
  const [planHour, setPlanHour] = useStored(PLAN_HOUR);
  const [isPending, setPending] = useState(false);
  const [fault, setFault] = useState<ReminderError | null>(null);

  // The browser, or the visitor in its settings, may have ended the subscription.
  useEffect(() => {
    if (topics.length === 0 || !isPushSupported()) return;
    let isCurrent = true;
    const forgetIfEnded = async (): Promise<void> => {
      if (!(await isSubscribed()) && isCurrent) setTopics([]);
    };
    void forgetIfEnded();
    return () => {
      isCurrent = false;
    };
  }, [topics, setTopics]);

  async function change(next: readonly PushTopic[], hour: number): Promise<ReminderError | null> {
    if (next.length === 0) await unsubscribe();
    else {
      if ((await Notification.requestPermission()) !== "granted") return "blocked";
      await subscribe(api, { topics: next, language, planHour: hour });
    }
    setTopics([...next]);
    setPlanHour(hour);
    return null;
  }

  function toggle(topic: PushTopic): void {
    const next = topics.includes(topic)
      ? topics.filter((other) => other !== topic)
      : [...topics, topic];
    run(next, planHour);
  }

  function choosePlanHour(hour: number): void {
    // Without an active reminder, only this device stores the choice.
    if (topics.includes("plan")) run(topics, hour);
    else setPlanHour(hour);
  }

  function run(next: readonly PushTopic[], hour: number): void {
    setPending(true);
    setFault(null);
    void change(next, hour)
      .catch((): ReminderError => "failed")
      .then(setFault)
      .finally(() => setPending(false));
  }

  return { topics, isPending, fault, toggle, planHour, choosePlanHour };
}
