import type { PushDevice } from "#shared/contracts/push-requests.ts";

/** A device as its browser describes it; what the browser does not tell is "". */
export function pushDevice(subscription: Pick<PushSubscription, "toJSON">): PushDevice {
  const { endpoint = "", keys } = subscription.toJSON();
  return { endpoint, keys: { p256dh: keys?.["p256dh"] ?? "", auth: keys?.["auth"] ?? "" } };
}
