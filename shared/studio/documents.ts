import type { Permission } from "./permissions.ts";

/**
 * The studio edits documents: one JSON object per kind and id. Its fields override those of
 * `ministry.json`; absent fields come from the file.
 */

export const DOCUMENT_KINDS = [
  /** One, "ministry": name, tagline, mission, contact, links. */
  "ministry",
  /** By channel id. */
  "channel",
  /** One, "schedule": services, exceptions, zone. */
  "schedule",
  /** By generated id. */
  "announcement",
  /** By day and language, "2026-11-23.fr". */
  "devotional",
  /** By category id: playlist, texts, order. */
  "category",
  /** Custom playlists, by category id. */
  "list",
  /** Details of a video, by video id. */
  "video",
] as const;

export type DocumentKind = (typeof DOCUMENT_KINDS)[number];

/** Permission required to edit each kind. */
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

/** Fields by name. */
export type DocumentBody = Readonly<Record<string, unknown>>;

/** Published state of a document; version 0 was never published. */
export type StudioDocument<Body = DocumentBody> = {
  readonly kind: DocumentKind;
  readonly id: string;
  /** Null: removed, so the file's values apply. */
  readonly body: Body | null;
  readonly version: number;
  /** ISO instant; null for version 0. */
  readonly updatedAt: string | null;
  /** Display name; null for a deleted account. */
  readonly updatedBy: string | null;
};
