import { WifiOff } from "lucide-react";
import { offlineMessages } from "#shared/messages/offline.ts";
import { useTexts } from "#web/lib/site.ts";
import { useIsOnline } from "./connection.ts";

/** Says that there is no connection, as long as there is none; in the place of the install card. */
export function OfflineBanner() {
  const { offline } = useTexts(offlineMessages);
  const isOnline = useIsOnline();
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-4 bottom-20 z-40 flex flex-col items-center lg:bottom-6"
    >
      {!isOnline && (
        <p className="flex items-center gap-2 rounded-full border border-line bg-gold-soft px-4 py-2 text-sm font-medium text-ink shadow-card">
          <WifiOff aria-hidden className="size-4 shrink-0" />
          {offline}
        </p>
      )}
    </div>
  );
}
