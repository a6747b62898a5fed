import * as v from "valibot";
import { rejectStrayServices, scheduleFields } from "#shared/site/ministry.ts";

/** Id of the only schedule document. */
export const SCHEDULE_ID = "schedule";

/** Body of the schedule; absent fields come from the file. */
export const scheduleBody = v.strictObject({
  timeZone: v.exactOptional(scheduleFields.timeZone),
  weekly: v.exactOptional(scheduleFields.weekly),
  others: v.exactOptional(scheduleFields.others),
  exceptions: v.exactOptional(scheduleFields.exceptions),
});

/** The complete schedule, which the editor validates before publishing. */
export const wholeSchedule = v.pipe(
  v.strictObject(scheduleFields),
  v.rawCheck(rejectStrayServices),
);

export type WholeSchedule = v.InferOutput<typeof wholeSchedule>;
