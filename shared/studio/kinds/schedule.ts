import { z } from "zod";
import {
  otherServiceSchema,
  refuseRepeatedIds,
  refuseStrayServices,
  serviceExceptionSchema,
  serviceTimeSchema,
  timeZoneSchema,
} from "#shared/site/ministry.ts";

/** Id of the only schedule document. */
export const SCHEDULE_ID = "schedule";

const fields = {
  timeZone: timeZoneSchema,
  weekly: z.array(serviceTimeSchema).min(1).max(100).superRefine(refuseRepeatedIds),
  others: z.array(otherServiceSchema).max(50).superRefine(refuseRepeatedIds),
  exceptions: z.array(serviceExceptionSchema).max(200),
};

/** Body of the schedule; absent fields come from the file. */
export const scheduleBody = z.strictObject({
  timeZone: fields.timeZone.exactOptional(),
  weekly: fields.weekly.exactOptional(),
  others: fields.others.exactOptional(),
  exceptions: fields.exceptions.exactOptional(),
});

/** The complete schedule, which the editor validates before publishing. */
export const wholeSchedule = z.strictObject(fields).superRefine(refuseStrayServices);

export type WholeSchedule = z.infer<typeof wholeSchedule>;
