/** Returns true for a bundled clip or an own video, false for a video of the platform. */
export function isBundledVideoId(id: string): boolean {
  return id.startsWith("clip-");
}

/** Returns whether an id is that of an own video. */
export function isOwnVideoId(id: string): boolean {
  return /^clip-own-[0-9a-f]{12}$/.test(id);
}

/** Returns whether a string is a valid video id. */
export function isVideoId(text: string): boolean {
  return /^(?:clip-[a-z0-9-]{3,60}|[\w-]{11})$/.test(text);
}
