/**
 * Tells from playlists whether a stream is on air: live if there is no ENDLIST and the newest segment
 * is at most three targets old.
 */

const MAX_AGE_TARGETS = 3;

export type HlsReading =
  /** A master playlist: look at this rendition. */
  | { kind: "master"; firstRendition: string }
  | { kind: "media"; state: "live" | "offline" }
  | { kind: "nonsense" };

/**
 * @param text body of a playlist.
 * @param nowMs milliseconds since the epoch.
 */
export function readHlsPlaylist(text: string, nowMs: number): HlsReading {
  if (!text.startsWith("#EXTM3U")) return { kind: "nonsense" };
  const lines = text.split("\n").map((line) => line.trim());
  const renditionAt = lines.findIndex((line) => line.startsWith("#EXT-X-STREAM-INF"));
  if (renditionAt >= 0) {
    const firstRendition = lines.slice(renditionAt + 1).find((line) => !/^(?:#|$)/.test(line));
    return firstRendition ? { kind: "master", firstRendition } : { kind: "nonsense" };
  }
  const targetMs = Number(valueOf(lines, "#EXT-X-TARGETDURATION:")) * 1000;
  const hasSegments = lines.some((line) => line.startsWith("#EXTINF:"));
  if (!hasSegments || !(targetMs > 0)) return { kind: "nonsense" };
  if (lines.includes("#EXT-X-ENDLIST")) return { kind: "media", state: "offline" };
  const endMs = newestEnd(lines);
  // Without dates there is nothing to measure: a playlist without an end is believed.
  const isYoung = endMs === null || nowMs - endMs <= MAX_AGE_TARGETS * targetMs;
  return { kind: "media", state: isYoung ? "live" : "offline" };
}

function valueOf(lines: readonly string[], tag: string): string | null {
  return lines.find((line) => line.startsWith(tag))?.slice(tag.length) ?? null;
}

/** End of the last segment by the playlist's own dates; null when it has none. */
function newestEnd(lines: readonly string[]): number | null {
  let endMs: number | null = null;
  for (const line of lines) {
    const [tag, value] = splitOnce(line, ":");
    if (tag === "#EXT-X-PROGRAM-DATE-TIME") endMs = Date.parse(value);
    if (tag === "#EXTINF" && endMs !== null) endMs += Number.parseFloat(value) * 1000;
  }
  return endMs !== null && Number.isFinite(endMs) ? endMs : null;
}

function splitOnce(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at + 1)];
}
