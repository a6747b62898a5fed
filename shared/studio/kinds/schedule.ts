import { z } from "zod";
import {
  otherServiceSchema,
  refuseRepeatedIds,
  refuseStrayServices,
  serviceExceptionSchema,
  serviceTimeSchema,
  timeZoneSchema,
} from "#shared/site/ministry.ts";

/** The one document of the schedule. */
export const SCHEDULE_ID = "schedule";

const fields = {
  timeZone: timeZoneSchema,
  weekly: z.array(serviceTimeSchema).min(1).max(100).superRefine(refuseRepeatedIds),
  others: z.array(otherServiceSchema).max(50).superRefine(refuseRepeatedIds),
  exceptions: z.array(serviceExceptionSchema).max(200),
};

/** What may be published of the schedule: each field is the file's where it is absent. */
export const scheduleBody = z.strictObject({
  timeZone: fields.timeZone.exactOptional(),
  weekly: fields.weekly.exactOptional(),
  others: fields.others.exactOptional(),
  exceptions: fields.exceptions.exactOptional(),
});

/** The whole schedule, as the editor checks it before it is published. */
export const wholeSchedule = z.strictObject(fields).superRefine(refuseStrayServices);

export type WholeSchedule = z.infer<typeof wholeSchedule>;
