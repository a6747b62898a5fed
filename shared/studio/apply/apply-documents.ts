import type { Ministry } from "#shared/site/ministry.ts";
import type { StudioDocument } from "#shared/studio/documents.ts";
import { listBody } from "#shared/studio/kinds/list.ts";
import { type ApplyResult, parseBodies, faultOf, type DocumentFault } from "./applied.ts";
import { videoFacts } from "#shared/videos/video-facts.schema.ts";
import { isVideoId } from "#shared/videos/video-id.ts";
import {
  LINK_FIELDS,
  type MinistryBody,
  ministryBody,
  SOCIAL_FIELDS,
} from "#shared/studio/kinds/ministry.ts";
import { isHeldOn } from "#shared/live/service-schedule.domain.ts";
import { SCHEDULE_ID, scheduleBody } from "#shared/studio/kinds/schedule.ts";
import type { Announcement } from "#shared/announcements/announcement.schema.ts";
import { announcementBody } from "#shared/studio/kinds/announcement.ts";

/** Applies custom playlists. */
export function applyLists(ministry: Ministry, documents: readonly StudioDocument[]): ApplyResult {
  const { read, faults } = parseBodies(listBody, documents);
  if (read.length === 0) return { ministry, faults };
  const lists = read.map(({ id, body: { videos = [] } }) => [id, videos] as const);
  return {
    ministry: { ...ministry, lists: { ...ministry.lists, ...Object.fromEntries(lists) } },
    faults,
  };
}

/** Applies details of single videos. */
export function applyVideos(ministry: Ministry, documents: readonly StudioDocument[]): ApplyResult {
  const { read, faults } = parseBodies(videoFacts, documents);
  if (read.length === 0) return { ministry, faults };
  const known = read.filter(({ id }) => isVideoId(id));
  return {
    ministry: {
      ...ministry,
      videos: {
        ...ministry.videos,
        ...Object.fromEntries(known.map(({ id, body }) => [id, body])),
      },
    },
    faults: [
      ...faults,
      ...read
        .filter((document) => !known.includes(document))
        .map((document) => faultOf(document, "its id is that of no video")),
    ],
  };
}

/** Applies the ministry document over the file. */
export function applyMinistry(
  ministry: Ministry,
  documents: readonly StudioDocument[],
): ApplyResult {
  const { read, faults } = parseBodies(ministryBody, documents);
  return { ministry: read.reduce((over, { body }) => withBody(over, body), ministry), faults };
}

function withBody(ministry: Ministry, body: MinistryBody): Ministry {
  const { name, tagline, mission, email } = body;
  return {
    ...ministry,
    name: name ?? ministry.name,
    tagline: tagline ?? ministry.tagline,
    mission: mission ?? ministry.mission,
    email: email ?? ministry.email,
    ...overridden(ministry, body, ["phone", "address"]),
    social: overridden(ministry.social, body, SOCIAL_FIELDS),
    links: overridden(ministry.links, body, LINK_FIELDS),
  };
}

/** Takes the named fields of the body, or of the file where absent; an empty field is removed. */
function overridden<Field extends keyof MinistryBody>(
  file: Readonly<Partial<Record<Field, string | undefined>>>,
  body: Readonly<Partial<Record<Field, string | undefined>>>,
  fields: readonly Field[],
): Partial<Record<Field, string>> {
  const found: Partial<Record<Field, string>> = {};
  for (const field of fields) found[field] = (body[field] ?? file[field]) || undefined;
  return found;
}

/**
 * Applies the published schedule. Exceptions without a matching occurrence are skipped and
 * reported. If the document is removed or invalid, the file's schedule is used with the document's
 * version: calendars ignore a lower number than an earlier one.
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

/** Adds the studio's announcements to the file's. */
export function applyAnnouncements(
  ministry: Ministry,
  documents: readonly StudioDocument[],
): ApplyResult {
  const { read, faults } = parseBodies(announcementBody, documents);
  if (read.length === 0) return { ministry, faults };
  const added = read.map(({ id, version, updatedAt, body }): Announcement => {
    const { text = {}, severity = "info", push = false, ...rest } = body;
    return {
      key: `${id}.${version}`,
      text,
      severity,
      ...rest,
      ...(push && updatedAt !== null && { push: { id, publishedAt: updatedAt } }),
    };
  });
  const announcements = [...(ministry.announcements ?? []), ...added];
  return { ministry: { ...ministry, announcements }, faults };
}
