import { type PushRenewalBody, pushDevice } from "#shared/contracts/push.ts";
import { PUSH_PATH } from "#shared/device/push.ts";
import { type SubscriptionChange, worker } from "./worker-scope.ts";

/**
 * Sends the server a device's new push endpoint: browsers change it by themselves, and reminders
 * would stop silently. Without the old endpoint a page fixes it on its next visit.
 */
export async function renewSubscription({
  oldSubscription,
  newSubscription,
}: Pick<SubscriptionChange, "oldSubscription" | "newSubscription">): Promise<void> {
  if (!oldSubscription) return;
  const subscription =
    newSubscription ??
    (await worker.registration.pushManager.subscribe({
      userVisibleOnly: true,
      applicationServerKey: oldSubscription.options.applicationServerKey,
    }));
  const renewal: PushRenewalBody = {
    endpoint: oldSubscription.endpoint,
    renewed: pushDevice(subscription),
  };
  await fetch(PUSH_PATH, {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(renewal),
  });
}
