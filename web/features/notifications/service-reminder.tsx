import { Bell, BellRing, WifiOff } from "lucide-react";
import { notificationMessages } from "#shared/messages/notifications.ts";
import { useSite, useTexts } from "#web/lib/site.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { useNeedsNetwork } from "#web/ui/needs-network.tsx";
import { isPushSupported, useReminders } from "./use-reminders.ts";

/**
 * Turns the reminder of services on and off. Rendered in browsers only; null where there are no
 * reminders.
 */
export function ServiceReminder() {
  const { hasWorker, hasReminders } = useSite();
  const { panel, service } = useTexts(notificationMessages);
  const needsNetwork = useNeedsNetwork();
  const { topics, isPending, fault, toggle } = useReminders();
  if (!hasWorker || !hasReminders || !isPushSupported()) return null;
  const isOn = topics.includes("services");
  const Icon = needsNetwork === null ? (isOn ? BellRing : Bell) : WifiOff;
  return (
    <>
      <button
        type="button"
        disabled={isPending}
        title={panel.servicesText}
        onClick={() => toggle("services")}
        className={buttonStyle(isOn || needsNetwork !== null ? "quiet" : "brand", "flex-wrap")}
      >
        <Icon aria-hidden className="size-5" />
        <span>{isOn ? service.isOn : service.remind}</span>
        {needsNetwork !== null && <span className="text-xs font-normal">({needsNetwork})</span>}
      </button>
      <p role="alert" className="w-full text-sm text-danger empty:hidden">
        {fault && panel[fault]}
      </p>
    </>
  );
}
