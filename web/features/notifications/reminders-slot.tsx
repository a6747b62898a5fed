import { useSite } from "#web/lib/site.ts";
import { optional } from "#web/ui/optional.tsx";

const RemindersPanel = optional(async () => (await import("./reminders-panel.tsx")).RemindersPanel);

/**
 * The reminders, last on their page; their code comes after it, into room of about their height. There are none without a worker that
 * shows them, or without a server that sends them.
 */
export function RemindersSlot() {
  const { hasWorker, hasReminders } = useSite();
  if (!hasWorker || !hasReminders) return null;
  return (
    <div className="mt-6 min-h-72">
      <RemindersPanel />
    </div>
  );
}
