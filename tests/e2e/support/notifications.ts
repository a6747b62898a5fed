import type { Page } from "@playwright/test";
import type { FakeDevice } from "#tests/fakes/push/fake-push-service.ts";

/** A notification of the page. */
type ShownNotification = { title: string; body: string };

/**
 * Replaces the browser's notifications in a page without a worker.
 *
 * @param decision the visitor's earlier decision; "default" asks, and the visitor allows it.
 */
export async function fakeNotifications(
  page: Page,
  decision: NotificationPermission,
): Promise<void> {
  await page.addInitScript((first) => {
    const shown: ShownNotification[] = [];
    let permission = first;
    let questions = 0;
    class FakeNotification {
      static get permission() {
        return permission;
      }
      static requestPermission() {
        questions += 1;
        permission = "granted";
        return Promise.resolve(permission);
      }
      constructor(title: string, options: { body: string }) {
        shown.push({ title, body: options.body });
      }
    }
    Object.assign(window, {
      Notification: FakeNotification,
      shownNotifications: () => ({ shown, questions }),
    });
  }, decision);
}

/** Returns the permission requests and notifications of the page so far. */
export async function notificationsOf(
  page: Page,
): Promise<{ shown: ShownNotification[]; questions: number }> {
  return page.evaluate(() => {
    const read: unknown = Reflect.get(window, "shownNotifications");
    return typeof read === "function" ? read() : { shown: [], questions: 0 };
  });
}

/** Replaces the browser's push subscription, which needs the internet, by a device of a fake push service. */
export async function fakeSubscription(page: Page, device: FakeDevice): Promise<void> {
  await page.addInitScript((own) => {
    const kept = "fakeSubscription";
    const subscription = {
      endpoint: own.endpoint,
      toJSON: () => own,
      unsubscribe: async () => {
        sessionStorage.removeItem(kept);
        return true;
      },
    };
    PushManager.prototype.getSubscription = async () =>
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as far as the page uses it
      sessionStorage.getItem(kept) ? (subscription as unknown as PushSubscription) : null;
    PushManager.prototype.subscribe = async () => {
      sessionStorage.setItem(kept, "yes");
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as far as the page uses it
      return subscription as unknown as PushSubscription;
    };
  }, device);
}
