import { isHeldOn } from "#shared/live/service-schedule.domain.ts";
import type { Ministry } from "#shared/site/ministry.ts";
import type { StudioDocument } from "#shared/studio/documents.ts";
import { SCHEDULE_ID, scheduleBody } from "#shared/studio/kinds/schedule.ts";
import { type ApplyResult, type DocumentFault, faultOf, parseBodies } from "./applied.ts";

/**
 * The ministry with the schedule that was published. A change of a time that there is not any more (its
 * service was moved to another day since) is left out and named; the others count. Where the document was
 * taken away again or cannot be read, the file speaks, with the document's version all the same: a calendar
 * heeds no number below one that it has seen.
 */
export function applySchedule(
  ministry: Ministry,
  documents: readonly StudioDocument[],
): ApplyResult {
  const document = documents.find(({ id }) => id === SCHEDULE_ID);
  if (document === undefined) return { ministry, faults: [] };
  const { read, faults } = parseBodies(scheduleBody, [document]);
  const services = { ...ministry.services, ...read[0]?.body, revision: document.version };
  const isHeld = ({ serviceId, date }: { serviceId: string; date: string }): boolean =>
    isHeldOn(services, serviceId, date);
  const { exceptions = [] } = services;
  const stray = exceptions
    .filter((exception) => !isHeld(exception))
    .map(({ serviceId, date }): DocumentFault =>
      faultOf(document, `there is no service "${serviceId}" on ${date}`),
    );
  return {
    ministry: { ...ministry, services: { ...services, exceptions: exceptions.filter(isHeld) } },
    faults: [...faults, ...stray],
  };
}
