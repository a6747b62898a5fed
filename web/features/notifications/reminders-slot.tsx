import { useSite } from "#web/lib/site.ts";
import { optional } from "#web/ui/optional.tsx";
import { WhenNear } from "#web/ui/when-near.tsx";

const RemindersPanel = optional(async () => (await import("./reminders-panel.tsx")).RemindersPanel);

/**
 * The reminders, last on their page. Their code loads later, into reserved space. Renders nothing
 * without a service worker, or without a server that sends them.
 */
export function RemindersSlot() {
  const { hasWorker, hasReminders } = useSite();
  if (!hasWorker || !hasReminders) return null;
  return (
    <WhenNear className="mt-6 min-h-91">
      <RemindersPanel />
    </WhenNear>
  );
}
