/** Returns true for a bundled clip, false for a video of the platform. */
export function isBundledVideoId(id: string): boolean {
  return id.startsWith("clip-");
}

/** Returns whether a string is a valid video id. */
export function isVideoId(text: string): boolean {
  return /^(?:clip-[a-z0-9-]{3,60}|[\w-]{11})$/.test(text);
}
