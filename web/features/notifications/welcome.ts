import { WELCOME_NOTIFICATION_AFTER_MS } from "#shared/constants.ts";

/** What the welcome needs of the browser. */
export type WelcomeBrowser = {
  permission(): NotificationPermission;
  requestPermission(): Promise<NotificationPermission>;
  /** Whether this browser was here before, by the stored flag. */
  hasVisited(): boolean;
  rememberVisit(): void;
  show(): Promise<void>;
};

/**
 * Asks for the permission where it is undecided, and welcomes a first visitor 3 s later, or once they
 * have answered (S4.23, S4.24). The flag is set after the welcome; also
 * after a refusal, because the next visit is not the first.
 *
 * @returns how to call the welcome off.
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
