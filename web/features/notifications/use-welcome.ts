import { WELCOME_NOTIFICATION_AFTER_MS } from "#shared/constants.ts";
import { useEffect, useState } from "react";
import { notificationMessages } from "#shared/messages/notifications.ts";
import { reportError } from "#web/lib/report-error.ts";
import { useSite, useTexts } from "#web/lib/site.ts";
import { readStored, writeStored } from "#web/lib/storage/storage.ts";
import { HAS_VISITED } from "./notification-storage.ts";

/** Browser functions of the welcome. */
export type WelcomeBrowser = {
  permission(): NotificationPermission;
  requestPermission(): Promise<NotificationPermission>;
  /** True when this browser was here before, by the stored flag. */
  hasVisited(): boolean;
  rememberVisit(): void;
  show(): Promise<void>;
};

/**
 * Requests an undecided permission, and welcomes a first visitor 3 s later, or once they have
 * answered (S4.23, S4.24). The flag is set after the welcome, and after a denial, because the next
 * visit is not the first. @returns a function that cancels the welcome.
 */
export function welcomeVisitor(browser: WelcomeBrowser): () => void {
  const decided =
    browser.permission() === "default"
      ? browser.requestPermission()
      : Promise.resolve(browser.permission());
  if (browser.hasVisited()) return () => undefined;
  const timer = setTimeout(() => void welcome(browser, decided), WELCOME_NOTIFICATION_AFTER_MS);
  return () => clearTimeout(timer);
}

async function welcome(
  browser: WelcomeBrowser,
  decided: Promise<NotificationPermission>,
): Promise<void> {
  if ((await decided) === "granted") await browser.show();
  browser.rememberVisit();
}

const PICTURES = { icon: "/icons/icon-192.png", badge: "/icons/badge-96.png" };

/**
 * Requests the notification permission and welcomes a first visitor. @param mayRequest false while
 * the page makes another offer. @returns true while the browser's prompt is open
 */
export function useWelcome(mayRequest: boolean): boolean {
  const { ministry } = useSite();
  const { welcome } = useTexts(notificationMessages);
  const [isRequesting, setRequesting] = useState(false);
  useEffect(() => {
    // Televisions and some in-app browsers lack it.
    if (!("Notification" in window)) return;
    if (!mayRequest && Notification.permission === "default") return;
    return welcomeVisitor({
      permission: () => Notification.permission,
      async requestPermission() {
        setRequesting(true);
        // Some browsers prompt only after a tap, and reject otherwise.
        const decided = await Notification.requestPermission().catch(() => "default" as const);
        setRequesting(false);
        return decided;
      },
      hasVisited: () => readStored(HAS_VISITED),
      rememberVisit: () => writeStored(HAS_VISITED, true),
      show: () =>
        showNotification(ministry.name, { body: welcome, ...PICTURES }).catch(reportError),
    });
  }, [mayRequest, ministry.name, welcome]);
  return isRequesting;
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
