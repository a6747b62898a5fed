import { useEffect, useState } from "react";
import type { PushTopic } from "#shared/device/push.ts";
import { useSite } from "#web/lib/site.ts";
import { useStored } from "#web/lib/storage/use-stored.ts";
import { PLAN_HOUR, REMINDERS } from "./notification-storage.ts";
import { isPushSupported, isSubscribed, subscribe, unsubscribe } from "./push.data.ts";

/** Why a choice could not be saved. */
export type ReminderError = "blocked" | "failed";

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
