/** True for a clip of the bundled library, false for a video of the platform. */
export function isBundledVideoId(id: string): boolean {
  return id.startsWith("clip-");
}
