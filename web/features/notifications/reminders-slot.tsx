import { lazy, Suspense } from "react";
import { useSite } from "#web/lib/site.ts";
import { useHydrated } from "#web/lib/use-hydrated.ts";

const RemindersPanel = lazy(async () => ({
  default: (await import("./reminders-panel.tsx")).RemindersPanel,
}));

/** The reminders, last on their page; their code comes after it. Without a worker there are none. */
export function RemindersSlot() {
  const { hasWorker } = useSite();
  const isHydrated = useHydrated();
  if (!hasWorker) return null;
  return (
    <div className="mt-6">
      {isHydrated && (
        <Suspense>
          <RemindersPanel />
        </Suspense>
      )}
    </div>
  );
}
