import { WELCOME_NOTIFICATION_AFTER_MS } from "#shared/constants.ts";

/** Browser functions of the welcome. */
export type WelcomeBrowser = {
  permission(): NotificationPermission;
  requestPermission(): Promise<NotificationPermission>;
  /** Whether this browser was here before, by the stored flag. */
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
