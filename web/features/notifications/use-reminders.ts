import { useEffect, useState } from "react";
import type { PushTopic } from "#shared/device/push.ts";
import { useSite } from "#web/lib/site.ts";
import { useStored } from "#web/lib/storage/use-stored.ts";
import { PLAN_HOUR, REMINDERS } from "./notification-storage.ts";
import { isPushSupported, isSubscribed, subscribe, unsubscribe } from "./push.data.ts";

/** Why a choice could not be kept. */
export type ReminderFault = "blocked" | "failed";

type Reminders = {
  topics: readonly PushTopic[];
  isPending: boolean;
  fault: ReminderFault | null;
  /** Turns one topic on or off; what is shown changes when the server has it. */
  toggle: (topic: PushTopic) => void;
  planHour: number;
  /** Chooses when a reading plan reminds. */
  choosePlanHour: (hour: number) => void;
};

/** What this device is reminded of. */
export function useReminders(): Reminders {
  const { api, language } = useSite();
  const [topics, setTopics] = useStored(REMINDERS);
  const [planHour, setPlanHour] = useStored(PLAN_HOUR);
  const [isPending, setPending] = useState(false);
  const [fault, setFault] = useState<ReminderFault | null>(null);

  // The browser may have ended the subscription by itself, or its visitor in the settings.
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

  async function change(next: readonly PushTopic[], hour: number): Promise<ReminderFault | null> {
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
    // Until there is a reminder, the choice waits on this device.
    if (topics.includes("plan")) run(topics, hour);
    else setPlanHour(hour);
  }

  function run(next: readonly PushTopic[], hour: number): void {
    setPending(true);
    setFault(null);
    void change(next, hour)
      .catch((): ReminderFault => "failed")
      .then(setFault)
      .finally(() => setPending(false));
  }

  return { topics, isPending, fault, toggle, planHour, choosePlanHour };
}
