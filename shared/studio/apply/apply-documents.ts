import * as v from "valibot";
import type { Announcement } from "#shared/announcements/announcement.schema.ts";
import type { ChannelId } from "#shared/live/channels.ts";
import { isPictureFile, uploadedPosterAddress } from "#shared/live/poster.domain.ts";
import { isHeldOn } from "#shared/live/service-schedule.domain.ts";
import {
  channelId,
  type ChannelSource,
  type Ministry,
  type MinistryChannel,
} from "#shared/site/ministry.ts";
import type { DocumentKind, StudioDocument } from "#shared/studio/documents.ts";
import { announcementBody } from "#shared/studio/kinds/announcement.ts";
import { listBody } from "#shared/studio/kinds/category.ts";
import { channelBody, type ChannelBody } from "#shared/studio/kinds/channel.ts";
import {
  LINK_FIELDS,
  type MinistryBody,
  ministryBody,
  SOCIAL_FIELDS,
} from "#shared/studio/kinds/ministry.ts";
import { SCHEDULE_ID, scheduleBody } from "#shared/studio/kinds/schedule.ts";
import { videoFacts } from "#shared/videos/video-facts.schema.ts";
import { isVideoId } from "#shared/videos/video-id.ts";
import {
  type Applier,
  type ApplyResult,
  type DocumentFault,
  faultOf,
  type KnownMedia,
  parseBodies,
  type ReadDocument,
} from "./applied.ts";
import { applyCategories } from "./categories.ts";

type PositionedChannel = {
  id: ChannelId;
  channel: MinistryChannel;
  position: number;
  isHidden: boolean;
};

/**
 * Applies channel documents: replaces fields, adds channels, removes hidden ones and sorts by
 * position. One channel always remains.
 */
export function applyChannels(
  ministry: Ministry,
  documents: readonly StudioDocument[],
  media: KnownMedia,
): ApplyResult {
  const { read, faults } = parseBodies(channelBody, documents);
  const problems: DocumentFault[] = [...faults];
  const placed = new Map<ChannelId, PositionedChannel>();
  for (const [id, channel] of Object.entries(ministry.channels)) {
    placed.set(id, { id, channel, position: placed.size, isHidden: false });
  }
  for (const document of read) {
    const before = placed.get(document.id);
    const channel = mergeChannel(before?.channel ?? null, document.body);
    const problem = channelProblem(document, channel, media);
    if (problem !== null || channel === null) {
      problems.push(faultOf(document, problem ?? "needs a name, a language and a source"));
    } else {
      const { position = before?.position ?? placed.size, isHidden = false } = document.body;
      placed.set(document.id, { id: document.id, channel, position, isHidden });
    }
  }
  const inOrder = [...placed.values()].toSorted((a, b) => a.position - b.position);
  const seen = inOrder.filter(({ isHidden }) => !isHidden);
  const shown = seen.length > 0 ? seen : inOrder.slice(0, 1);
  if (seen.length === 0) {
    const [first] = read.filter(({ id }) => id === shown[0]?.id);
    if (first) problems.push(faultOf(first, "is shown, because one channel has to remain"));
  }
  const channels = Object.fromEntries(shown.map(({ id, channel }) => [id, channel]));
  return { ministry: { ...ministry, channels }, faults: problems };
}

/** Returns the channel with its document applied; null for an incomplete new one. */
function mergeChannel(
  before: MinistryChannel | null,
  { position: _position, isHidden: _isHidden, ...body }: ChannelBody,
): MinistryChannel | null {
  const { name = before?.name, language = before?.language, source = before?.source } = body;
  if (name === undefined || language === undefined || source === undefined) return null;
  return { ...before, ...body, name, language, source };
}

/** Returns the reason why a channel cannot play, for the log. */
function channelProblem(
  { id }: ReadDocument<ChannelBody>,
  channel: MinistryChannel | null,
  media: KnownMedia,
): string | null {
  if (!v.is(channelId, id)) return "has an id that no channel can have";
  if (channel === null) return null;
  const { source, fallback, poster, use } = channel;
  const unknown = [source, fallback].map((each) => unknownLineup(each, media));
  const [lineup] = unknown.filter((name) => name !== null);
  if (lineup !== undefined) return `the library has no line-up "${lineup}"`;
  if (poster !== undefined && !isKnownPoster(poster, media)) {
    return `poster: there is no picture "${poster}"`;
  }
  return use === "fallback" && fallback === undefined ? "use: there is no backup source" : null;
}

function unknownLineup(source: ChannelSource | undefined, { lineups }: KnownMedia): string | null {
  if (source?.kind !== "linear" || Object.hasOwn(lineups, source.lineupId)) return null;
  return source.lineupId;
}

function isKnownPoster(poster: string, { clips, pictures }: KnownMedia): boolean {
  if (uploadedPosterAddress(poster) !== null) return true;
  if (isPictureFile(poster)) return pictures?.has(poster) ?? true;
  return [...clips.keys()].includes(poster);
}

/** Applies custom playlists. */
function applyLists(ministry: Ministry, documents: readonly StudioDocument[]): ApplyResult {
  const { read, faults } = parseBodies(listBody, documents);
  if (read.length === 0) return { ministry, faults };
  const lists = read.map(({ id, body: { videos = [] } }) => [id, videos] as const);
  return {
    ministry: { ...ministry, lists: { ...ministry.lists, ...Object.fromEntries(lists) } },
    faults,
  };
}

/** Applies details of single videos. */
function applyVideos(ministry: Ministry, documents: readonly StudioDocument[]): ApplyResult {
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
  return { ministry: read.reduce((over, { body }) => mergeMinistry(over, body), ministry), faults };
}

function mergeMinistry(ministry: Ministry, body: MinistryBody): Ministry {
  const { name, tagline, mission, email } = body;
  return {
    ...ministry,
    name: name ?? ministry.name,
    tagline: tagline ?? ministry.tagline,
    mission: mission ?? ministry.mission,
    email: email ?? ministry.email,
    ...overrideFields(ministry, body, ["phone", "address"]),
    social: overrideFields(ministry.social, body, SOCIAL_FIELDS),
    links: overrideFields(ministry.links, body, LINK_FIELDS),
  };
}

/** Takes the named fields of the body, or of the file where absent; an empty field is removed. */
function overrideFields<Field extends keyof MinistryBody>(
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

/** In order: later appliers use the result of earlier ones. */
const APPLIERS: readonly (readonly [DocumentKind, Applier])[] = [
  ["ministry", applyMinistry],
  ["channel", applyChannels],
  ["schedule", applySchedule],
  ["announcement", applyAnnouncements],
  ["category", applyCategories],
  ["list", applyLists],
  ["video", applyVideos],
];

/**
 * Returns `ministry.json` with the published documents applied. Invalid documents are skipped and
 * reported.
 */
export function effectiveMinistry(
  file: Ministry,
  documents: readonly StudioDocument[],
  media: KnownMedia,
): ApplyResult {
  return APPLIERS.reduce<ApplyResult>(
    ({ ministry, faults }, [kind, apply]) => {
      const applied = apply(
        ministry,
        documents.filter((document) => document.kind === kind),
        media,
      );
      return { ministry: applied.ministry, faults: [...faults, ...applied.faults] };
    },
    { ministry: file, faults: [] },
  );
}
