import * as v from "valibot";
import { PUSH_TOPICS } from "#shared/device/push.ts";
import { storedEntry } from "#web/lib/storage/storage-keys.ts";

/** The first-visit flag, set after the welcome notification. */
export const HAS_VISITED = storedEntry("hasVisited", v.boolean(), false);

/** What this device is reminded of. */
export const REMINDERS = storedEntry("reminders", v.array(v.picklist(PUSH_TOPICS)), []);
