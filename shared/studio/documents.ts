import type { Permission } from "./permissions.ts";

/**
 * What is edited in the studio stands in documents: one body, an object, for each kind and id. A body's
 * fields override those of `ministry.json`; a field that is absent is the file's.
 */

/** Each kind of document with the permission that its acts need. */
export const KIND_PERMISSIONS = {
  /** One, "ministry": name, tagline, mission, contact, links. */
  ministry: "settings",
  /** By channel id. */
  channel: "channels",
  /** One, "schedule": services, exceptions, zone. */
  schedule: "schedule",
  /** By an id of its own. */
  announcement: "announce",
  /** By day and language, "2026-11-23.fr". */
  devotional: "devotionals",
  /** By category id: its list, words, order. */
  category: "videos",
  /** Own lists, by id. */
  list: "videos",
  /** What the ministry says of one video, by video id. */
  video: "videos",
} as const satisfies Readonly<Record<string, Permission>>;

export type DocumentKind = keyof typeof KIND_PERMISSIONS;

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
