import { useEffect } from "react";
import { calendarDay } from "#shared/devotional/devotional-date.ts";
import { LANGUAGE_FACTS } from "#shared/languages.ts";
import { notificationMessages } from "#shared/messages/notifications.ts";
import { reportError } from "#web/lib/report-error.ts";
import { useSite, useTexts } from "#web/lib/site.ts";
import { isPushSupported, reportPlanSeen, useReminders } from "./use-reminders.ts";

/** Selectable hours: from early morning to late evening. */
const HOURS = Array.from({ length: 19 }, (_, index) => index + 5);

/** Reading state of today: something to read, all read, or nothing until a plan resumes. */
type PlanNeed = "today" | "done" | "none";

/** Quiet date without an active plan. */
const FOR_GOOD = "2999-12-31";

/** A daily reminder for reading plans, at an hour of the reader's choice. */
export function PlanReminder({ need }: { need: PlanNeed }) {
  const { language, hasWorker, hasReminders } = useSite();
  const { panel, plan } = useTexts(notificationMessages);
  const { topics, isPending, fault, toggle, planHour, choosePlanHour } = useReminders();
  const isOn = topics.includes("plan");
  usePlanSeen(isOn, need);
  if (!hasWorker || !hasReminders) return <p className="text-sm text-ink-soft">{plan.none}</p>;
  if (!isPushSupported()) return <p className="text-sm text-ink-soft">{panel.unsupported}</p>;
  const { locale } = LANGUAGE_FACTS[language];
  return (
    <div>
      <div className="flex flex-wrap items-center gap-x-4">
        <label className="flex min-h-11 items-center gap-3 font-semibold">
          <input
            type="checkbox"
            checked={isOn}
            disabled={isPending}
            onChange={() => toggle("plan")}
            className="size-5 shrink-0 accent-brand"
          />
          {plan.title}
        </label>
        <label className="flex min-h-11 items-center gap-2">
          {plan.hour}
          <select
            value={planHour}
            disabled={isPending}
            onChange={(event) => choosePlanHour(Number(event.target.value))}
            className="h-11 rounded-full border border-line bg-surface px-4 font-semibold text-ink"
          >
            {HOURS.map((hour) => (
              <option key={hour} value={hour}>
                {hourText(hour, locale)}
              </option>
            ))}
          </select>
        </label>
      </div>
      <p className="mt-2 text-sm text-ink-soft">{plan.text}</p>
      <p role="alert" className="text-sm text-danger">
        {fault && panel[fault]}
      </p>
    </div>
  );
}

/** Tells the server that today needs no reminder. Offline, the next visit does. */
function usePlanSeen(isOn: boolean, need: PlanNeed): void {
  useEffect(() => {
    if (!isOn || !isPushSupported()) return;
    const quiet = { today: null, done: calendarDay(Date.now()), none: FOR_GOOD };
    reportPlanSeen(quiet[need]).catch(reportError);
  }, [isOn, need]);
}

/** Formats an hour: "7:00 PM", "19:00". */
function hourText(hour: number, locale: string): string {
  const at = Date.UTC(2026, 0, 1, hour);
  return new Intl.DateTimeFormat(locale, { timeStyle: "short", timeZone: "UTC" }).format(at);
}
