import { useEffect, useState } from "react";
import type { PushTopic } from "#shared/device/push.ts";
import { useSite } from "#web/lib/site.ts";
import { useStored } from "#web/lib/storage/use-stored.ts";
import { REMINDERS } from "./notification-storage.ts";
import { isPushSupported, isSubscribed, subscribe, unsubscribe } from "./push.data.ts";

/** Why a choice could not be kept. */
export type ReminderFault = "blocked" | "failed";

type Reminders = {
  topics: readonly PushTopic[];
  isPending: boolean;
  fault: ReminderFault | null;
  /** Turns one topic on or off; what is shown changes when the server has it. */
  toggle: (topic: PushTopic) => void;
};

/** What this device is reminded of. */
export function useReminders(): Reminders {
  const { api, language } = useSite();
  const [topics, setTopics] = useStored(REMINDERS);
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

  async function change(next: PushTopic[]): Promise<ReminderFault | null> {
    if (next.length === 0) await unsubscribe();
    else {
      if ((await Notification.requestPermission()) !== "granted") return "blocked";
      await subscribe(api, next, language);
    }
    setTopics(next);
    return null;
  }

  function toggle(topic: PushTopic): void {
    const next = topics.includes(topic)
      ? topics.filter((other) => other !== topic)
      : [...topics, topic];
    setPending(true);
    setFault(null);
    void change(next)
      .catch((): ReminderFault => "failed")
      .then(setFault)
      .finally(() => setPending(false));
  }

  return { topics, isPending, fault, toggle };
}
