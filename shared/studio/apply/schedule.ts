import { isHeldOn } from "#shared/live/service-schedule.domain.ts";
import type { Ministry } from "#shared/site/ministry.ts";
import type { StudioDocument } from "#shared/studio/documents.ts";
import { scheduleBody } from "#shared/studio/kinds/schedule.ts";
import { type Applied, type DocumentFault, faultOf, parseBodies } from "./applied.ts";

/**
 * The ministry with the schedule that was published. A change of a time that there is not any more (its
 * service was moved to another day since) is left out and named; the others count.
 */
export function applySchedule(ministry: Ministry, documents: readonly StudioDocument[]): Applied {
  const { read, faults } = parseBodies(scheduleBody, documents);
  const [document] = read;
  if (document === undefined) return { ministry, faults };
  const services = { ...ministry.services, ...document.body, revision: document.version };
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
