/**
 * Permissions of a staff member, one per area; `staff_can()` in the database uses the same names.
 */
export const PERMISSIONS = [
  "channels",
  "videos",
  "devotionals",
  "schedule",
  "announce",
  "people",
  "settings",
  "numbers",
] as const;

export type Permission = (typeof PERMISSIONS)[number];

/** Presets for an invitation. */
export const BUNDLES = {
  owner: PERMISSIONS,
  editor: ["videos", "devotionals", "announce"],
  media: ["channels", "videos", "schedule"],
  viewer: ["numbers"],
} as const satisfies Readonly<Record<string, readonly Permission[]>>;

export type Bundle = keyof typeof BUNDLES;
