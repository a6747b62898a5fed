import type { Permission } from "./permissions.ts";

/**
 * What is edited in the studio stands in documents: one body, an object, for each kind and id. A body's
 * fields override those of `ministry.json`; a field that is absent is the file's.
 */

export const DOCUMENT_KINDS = [
  /** One, "ministry": name, tagline, mission, contact, links. */
  "ministry",
  /** By channel id. */
  "channel",
  /** One, "schedule": services, exceptions, zone. */
  "schedule",
  /** By an id of its own. */
  "announcement",
  /** By day and language, "2026-11-23.fr". */
  "devotional",
  /** By category id: its list, words, order. */
  "category",
  /** Own lists, by id. */
  "list",
  /** What the ministry says of one video, by video id. */
  "video",
] as const;

export type DocumentKind = (typeof DOCUMENT_KINDS)[number];

/** The permission that the acts of each kind need. */
export const KIND_PERMISSIONS: Readonly<Record<DocumentKind, Permission>> = {
  ministry: "settings",
  channel: "channels",
  schedule: "schedule",
  announcement: "announce",
  devotional: "devotionals",
  category: "videos",
  list: "videos",
  video: "videos",
};

/** The body of a document: its fields by name. */
export type DocumentBody = Readonly<Record<string, unknown>>;

/** What is published of a document. Version 0: nothing was ever. */
export type StudioDocument<Body = DocumentBody> = {
  readonly kind: DocumentKind;
  readonly id: string;
  /** Null: removed, or back to what the file says. */
  readonly body: Body | null;
  readonly version: number;
  /** ISO instant; null with version 0. */
  readonly updatedAt: string | null;
  /** Display name; null where nobody is known any more. */
  readonly updatedBy: string | null;
};
