/** True for a clip of the bundled library, false for a video of the platform. */
export function isBundledVideoId(id: string): boolean {
  return id.startsWith("clip-");
}

/** True for what can be the id of a video at all. */
export function isVideoId(text: string): boolean {
  return /^(?:clip-[a-z0-9-]{3,60}|[\w-]{11})$/.test(text);
}
