import { WELCOME_NOTIFICATION_AFTER_MS } from "#shared/constants.ts";

/** What the welcome needs of the browser. */
export type WelcomeDoor = {
  permission(): NotificationPermission;
  requestPermission(): Promise<NotificationPermission>;
  /** Whether this browser was here before, by the stored flag. */
  hasVisited(): boolean;
  rememberVisit(): void;
  show(): Promise<void>;
};

/**
 * Asks for the permission where it is undecided, and welcomes a first visitor 3 s later, or once they
 * have answered (specification section 4, Notifications). The flag is set after the welcome; also
 * after a refusal, because the next visit is not the first.
 *
 * @returns how to call the welcome off.
 */
export function welcomeVisitor(door: WelcomeDoor): () => void {
  const decided =
    door.permission() === "default" ? door.requestPermission() : Promise.resolve(door.permission());
  if (door.hasVisited()) return () => undefined;
  const timer = setTimeout(() => void welcome(door, decided), WELCOME_NOTIFICATION_AFTER_MS);
  return () => clearTimeout(timer);
}

async function welcome(door: WelcomeDoor, decided: Promise<NotificationPermission>): Promise<void> {
  if ((await decided) === "granted") await door.show();
  door.rememberVisit();
}
