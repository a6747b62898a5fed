import { useSite } from "#web/lib/site.ts";
import { optional } from "#web/ui/optional.tsx";

const RemindersPanel = optional(async () => (await import("./reminders-panel.tsx")).RemindersPanel);

/** The reminders, last on their page; their code comes after it. Without a worker there are none. */
export function RemindersSlot() {
  const { hasWorker } = useSite();
  if (!hasWorker) return null;
  return (
    <div className="mt-6">
      <RemindersPanel />
    </div>
  );
}
