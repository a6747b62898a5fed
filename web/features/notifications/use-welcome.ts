import { useEffect } from "react";
import { notificationMessages } from "#shared/messages/notifications.ts";
import { reportError } from "#web/lib/report-error.ts";
import { useSite, useTexts } from "#web/lib/site.ts";
import { readStored, writeStored } from "#web/lib/storage/storage.ts";
import { HAS_VISITED } from "./notification-storage.ts";
import { welcomeVisitor } from "./welcome.ts";

const PICTURES = { icon: "/icons/icon-192.png", badge: "/icons/badge-96.png" };

/** Requests the notification permission and welcomes a first visitor. */
export function useWelcome(): void {
  const { ministry } = useSite();
  const { welcome } = useTexts(notificationMessages);
  useEffect(() => {
    // Televisions and some in-app browsers lack it.
    if (!("Notification" in window)) return;
    return welcomeVisitor({
      permission: () => Notification.permission,
      // Some browsers prompt only after a tap, and reject otherwise.
      requestPermission: () => Notification.requestPermission().catch(() => "default"),
      hasVisited: () => readStored(HAS_VISITED),
      rememberVisit: () => writeStored(HAS_VISITED, true),
      show: () =>
        showNotification(ministry.name, { body: welcome, ...PICTURES }).catch(reportError),
    });
  }, [ministry.name, welcome]);
}

/** Through the service worker if there is one: Android requires it. */
async function showNotification(title: string, options: NotificationOptions): Promise<void> {
  if (await navigator.serviceWorker?.getRegistration()) {
    const registration = await navigator.serviceWorker.ready;
    await registration.showNotification(title, options);
    return;
  }
  // oxlint-disable-next-line no-new -- making it shows it
  new Notification(title, options);
}
