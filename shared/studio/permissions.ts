/** What somebody of the staff may do, one area each; `staff_can()` in the database asks for the same words. */
export const PERMISSIONS = [
  "channels",
  "videos",
  "devotionals",
  "schedule",
  "announce",
  "chat",
  "prayer",
  "people",
  "settings",
  "numbers",
] as const;

export type Permission = (typeof PERMISSIONS)[number];

/** Starting points for an invitation: a name for what a helper usually does. */
export const BUNDLES = {
  owner: PERMISSIONS,
  editor: ["videos", "devotionals", "announce"],
  media: ["channels", "videos", "schedule"],
  host: ["chat", "prayer"],
  viewer: ["numbers"],
} as const satisfies Readonly<Record<string, readonly Permission[]>>;

export type Bundle = keyof typeof BUNDLES;
