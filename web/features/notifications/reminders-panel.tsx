import { Bell } from "lucide-react";
import { notificationMessages } from "#shared/messages/notifications.ts";
import type { PushTopic } from "#shared/device/push.ts";
import { useTexts } from "#web/lib/site.ts";
import { isPushSupported, useReminders } from "./use-reminders.ts";

/** Topics of this panel; a plan's reminder is next to the plan. */
const PANEL_TOPICS = ["services", "devotional", "verse"] as const satisfies readonly PushTopic[];

type PanelTopic = (typeof PANEL_TOPICS)[number];

/** Reminders that a visitor can turn on for this device, also while the site is closed. */
export function RemindersPanel() {
  const { panel } = useTexts(notificationMessages);
  const { topics, isPending, fault, toggle } = useReminders();
  const isSupported = isPushSupported();
  const lines: Readonly<Record<PanelTopic, { title: string; text: string }>> = {
    services: { title: panel.services, text: panel.servicesText },
    devotional: { title: panel.devotional, text: panel.devotionalText },
    verse: { title: panel.verse, text: panel.verseText },
  };
  return (
    <section
      aria-labelledby="reminders-heading"
      className="rounded-card border border-line bg-surface p-5 shadow-card lg:p-6"
    >
      <h2
        id="reminders-heading"
        className="flex items-center gap-2 text-xl font-bold tracking-tight"
      >
        <Bell aria-hidden className="size-6 text-brand" />
        {panel.title}
      </h2>
      <p className="mt-1 text-sm text-ink-soft">{isSupported ? panel.text : panel.unsupported}</p>
      {isSupported && (
        <ul className="mt-4 ruled">
          {PANEL_TOPICS.map((topic) => (
            <li key={topic}>
              <label className="flex min-h-14 items-center gap-3 py-3">
                <input
                  type="checkbox"
                  checked={topics.includes(topic)}
                  disabled={isPending}
                  onChange={() => toggle(topic)}
                  className="size-5 shrink-0 accent-brand"
                />
                <span className="min-w-0 font-semibold">
                  {lines[topic].title}
                  <span className="block text-sm font-normal text-ink-soft">
                    {lines[topic].text}
                  </span>
                </span>
              </label>
            </li>
          ))}
        </ul>
      )}
      <p role="alert" className="text-sm text-danger">
        {fault && panel[fault]}
      </p>
    </section>
  );
}
