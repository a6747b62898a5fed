import { isWithin } from "#server/kit/durations.ts";

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

/**
 * What is known about a stream elsewhere. "down": its server does not answer, or with something else
 * than a stream, and `fault` says what; "unknown": nobody has looked yet.
 */
export type HlsProbeResult = {
  state: "live" | "offline" | "down" | "unknown";
  sinceMs: number | null;
  fault: string | null;
};

/** Answers at once with what is known and looks again behind the visitor's back. */
export type HlsProbe = (url: string) => HlsProbeResult;

type ProbeDeps = {
  fetch: typeof fetch;
  now: () => number;
  /** Told after each look. */
  onResult?: (url: string, result: HlsProbeResult) => void;
};

const PROBE_FRESH_MS = 10_000;
const PROBE_TIMEOUT_MS = 4_000;
const PLAYLIST_MAX_BYTES = 512 * 1024;
const UNKNOWN: HlsProbeResult = { state: "unknown", sinceMs: null, fault: null };

/** Why a stream cannot be looked at, in words for the log. */
class ProbeFault extends Error {}

type Known = { result: HlsProbeResult; readAtMs: number; isReading: boolean };

/**
 * Watches streams that a ministry has configured. An address is asked at most every 10 s however
 * many visitors ask, only over https, without redirects, for 4 s and 512 kB at most.
 */
export function createHlsProbe(deps: ProbeDeps): HlsProbe {
  const known = new Map<string, Known>();

  async function look(url: string, entry: Known): Promise<void> {
    entry.isReading = true;
    const { state, fault } = await readState(url, deps).catch(
      (error: unknown) => ({ state: "down", fault: faultOf(error) }) as const,
    );
    entry.readAtMs = deps.now();
    entry.isReading = false;
    const isNew = state !== entry.result.state;
    const newSinceMs = state === "live" ? entry.readAtMs : null;
    entry.result = { state, sinceMs: isNew ? newSinceMs : entry.result.sinceMs, fault };
    deps.onResult?.(url, entry.result);
  }

  return (url) => {
    const entry = known.get(url) ?? { result: UNKNOWN, readAtMs: -Infinity, isReading: false };
    known.set(url, entry);
    const isFresh = isWithin(PROBE_FRESH_MS, entry.readAtMs, deps.now());
    if (!entry.isReading && !isFresh) void look(url, entry);
    return entry.result;
  };
}

async function readState(
  url: string,
  deps: ProbeDeps,
): Promise<Pick<HlsProbeResult, "state" | "fault">> {
  const signal = AbortSignal.timeout(PROBE_TIMEOUT_MS);
  const first = await readPlaylist(url, deps, signal);
  if (first.kind === "media") return { state: first.state, fault: null };
  if (first.kind === "nonsense") throw new ProbeFault("not a playlist");
  const rendition = new URL(first.firstRendition, url);
  if (rendition.protocol !== "https:") throw new ProbeFault("a rendition without TLS");
  const second = await readPlaylist(rendition.href, deps, signal);
  if (second.kind !== "media") throw new ProbeFault("not a playlist");
  return { state: second.state, fault: null };
}

async function readPlaylist(
  url: string,
  { fetch, now }: ProbeDeps,
  signal: AbortSignal,
): Promise<HlsReading> {
  const response = await fetch(url, { redirect: "error", credentials: "omit", signal });
  // How most servers say that nobody is sending.
  if (response.status === 404) return { kind: "media", state: "offline" };
  if (!response.ok || !response.body) throw new ProbeFault(`status ${response.status}`);
  return readHlsPlaylist(await readText(response.body), now());
}

async function readText(body: ReadableStream<Uint8Array>): Promise<string> {
  let text = "";
  let bytes = 0;
  const decoder = new TextDecoder();
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    if (bytes > PLAYLIST_MAX_BYTES) throw new ProbeFault("a playlist without end");
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/** Never the message of `fetch`: it may hold the address with its key. */
function faultOf(error: unknown): string {
  if (error instanceof ProbeFault) return error.message;
  const isTimeout = error instanceof Error && error.name === "TimeoutError";
  return isTimeout ? "no answer in time" : "could not be reached";
}
