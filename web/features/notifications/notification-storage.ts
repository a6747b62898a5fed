import * as v from "valibot";
import { DAILY_HOURS, PUSH_TOPICS } from "#shared/device/push.ts";
import { listOf, storedEntry } from "#web/lib/storage/storage-keys.ts";

/** First-visit flag, set after the welcome notification. */
export const HAS_VISITED = storedEntry("hasVisited", v.boolean(), false);

/** Reminder topics of this device. */
export const REMINDERS = storedEntry("reminders", listOf(v.picklist(PUSH_TOPICS)), []);

/** Hour of this device's clock at which a reading plan reminds. */
export const PLAN_HOUR = storedEntry(
  "planHour",
  v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(23)),
  DAILY_HOURS.plan,
);
