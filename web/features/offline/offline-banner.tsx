import { CloudOff, WifiOff } from "lucide-react";
import { offlineMessages } from "#shared/messages/offline.ts";
import { useTexts } from "#web/lib/site.ts";
import { useConnection } from "./connection.ts";

/** Notice that the connection or the server is missing; replaces the install card. */
export function OfflineBanner() {
  const texts = useTexts(offlineMessages);
  const connection = useConnection();
  const Icon = connection === "offline" ? WifiOff : CloudOff;
  return (
    <div
      role="status"
      data-offline
      className="pointer-events-none fixed inset-x-4 bottom-20 z-20 flex flex-col items-center lg:bottom-6"
    >
      {connection !== "online" && (
        <p className="flex items-center gap-2 rounded-full border border-line bg-gold-soft px-4 py-2 text-sm font-medium text-ink shadow-card">
          <Icon aria-hidden className="size-4 shrink-0" />
          {texts[connection]}
        </p>
      )}
    </div>
  );
}
