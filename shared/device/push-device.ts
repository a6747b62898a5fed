import type { PushDevice } from "#shared/contracts/push-requests.ts";

/** Returns the device of a browser's subscription; missing values are "". */
export function pushDevice(subscription: Pick<PushSubscription, "toJSON">): PushDevice {
  const { endpoint = "", keys } = subscription.toJSON();
  return { endpoint, keys: { p256dh: keys?.["p256dh"] ?? "", auth: keys?.["auth"] ?? "" } };
}
