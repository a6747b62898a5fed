import { useEffect } from "react";
import { notificationMessages } from "#shared/messages/notifications.ts";
import { reportError } from "#web/lib/report-error.ts";
import { useSite, useTexts } from "#web/lib/site.ts";
import { readStored, writeStored } from "#web/lib/storage/storage.ts";
import { HAS_VISITED } from "./notification-storage.ts";
import { welcomeVisitor } from "./welcome.ts";

const PICTURES = { icon: "/icons/icon-192.png", badge: "/icons/badge-96.png" };

/** Asks for the permission to notify and welcomes a first visitor. */
export function useWelcome(): void {
  const { ministry } = useSite();
  const { welcome } = useTexts(notificationMessages);
  useEffect(() => {
    // Televisions and some browsers inside of apps have none.
    if (!("Notification" in window)) return;
    return welcomeVisitor({
      permission: () => Notification.permission,
      // Some browsers ask only after a tap, and refuse otherwise.
      requestPermission: () => Notification.requestPermission().catch(() => "default"),
      hasVisited: () => readStored(HAS_VISITED),
      rememberVisit: () => writeStored(HAS_VISITED, true),
      show: () =>
        showNotification(ministry.name, { body: welcome, ...PICTURES }).catch(reportError),
    });
  }, [ministry.name, welcome]);
}

/** By the service worker where there is one: Android knows no other way. */
async function showNotification(title: string, options: NotificationOptions): Promise<void> {
  if (await navigator.serviceWorker?.getRegistration()) {
    const registration = await navigator.serviceWorker.ready;
    await registration.showNotification(title, options);
    return;
  }
  // oxlint-disable-next-line no-new -- making it shows it
  new Notification(title, options);
}
