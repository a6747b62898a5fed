import { isWithin } from "@reign-tv/kit/durations.ts";
import { isPublicAddress } from "#shared/live/public-host.domain.ts";

/** Limit on renditions that are checked per master playlist. */
const MAX_RENDITIONS = 20;

type HlsReading =
  | { kind: "master"; renditions: string[] }
  /** `position` identifies the newest segment or part; it changes while an encoder sends. */
  | { kind: "media"; hasEnded: boolean; position: string; targetMs: number }
  | { kind: "nonsense" };

/** @param text body of a playlist. */
export function readHlsPlaylist(text: string): HlsReading {
  if (!text.startsWith("#EXTM3U")) return { kind: "nonsense" };
  const lines = text.split("\n").map((line) => line.trim());
  if (lines.some((line) => line.startsWith("#EXT-X-STREAM-INF"))) {
    const renditions = renditionsOf(lines);
    return renditions.length > 0 ? { kind: "master", renditions } : { kind: "nonsense" };
  }
  const targetMs = Number(valueOf(lines, "#EXT-X-TARGETDURATION:")) * 1000;
  const position = positionOf(lines);
  if (position === null || !(targetMs > 0)) return { kind: "nonsense" };
  const hasEnded = lines.includes("#EXT-X-ENDLIST");
  return { kind: "media", hasEnded, position, targetMs };
}

function renditionsOf(lines: readonly string[]): string[] {
  const urls = lines.flatMap((line, index) => {
    if (!line.startsWith("#EXT-X-STREAM-INF")) return [];
    return lines.slice(index + 1).find((next) => !/^(?:#|$)/.test(next)) ?? [];
  });
  return [...new Set(urls)].slice(0, MAX_RENDITIONS);
}

function valueOf(lines: readonly string[], tag: string): string | null {
  return lines.find((line) => line.startsWith(tag))?.slice(tag.length) ?? null;
}

/**
 * Number and name of the newest segment, and number of parts after it; null if there is neither. Ignores queries:
 * signatures in them change without a new segment.
 */
function positionOf(lines: readonly string[]): string | null {
  let segmentCount = 0;
  let partCount = 0;
  let newest: string | null = null;
  for (const line of lines) {
    const part = /^#EXT-X-PART:.*URI="(?<uri>[^"]*)"/.exec(line)?.groups?.["uri"];
    if (part !== undefined) {
      partCount += 1;
      newest = part;
    } else if (!/^(?:#|$)/.test(line)) {
      segmentCount += 1;
      partCount = 0;
      newest = line;
    }
  }
  if (newest === null) return null;
  const sequence = Number(valueOf(lines, "#EXT-X-MEDIA-SEQUENCE:") ?? 0) + segmentCount;
  const [path = ""] = newest.split(/[?#]/);
  return [sequence, partCount, path.slice(path.lastIndexOf("/") + 1)].join(" ");
}

/**
 * State of an external stream. "down": its server does not respond, or not with a stream; `fault` is the reason.
 * "unknown": not checked yet.
 */
export type HlsProbeResult = {
  state: "live" | "offline" | "down" | "unknown";
  sinceMs: number | null;
  fault: string | null;
};

/** Returns the known state at once and refreshes it in the background. */
export type HlsProbe = (url: string) => HlsProbeResult;

type ProbeDeps = {
  fetch: typeof fetch;
  now: () => number;
  /** Called after each check. */
  onResult?: (url: string, result: HlsProbeResult) => void;
};

const PROBE_FRESH_MS = 10_000;
const PROBE_TIMEOUT_MS = 4_000;
const MAX_REDIRECTS = 3;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const PLAYLIST_MAX_BYTES = 512 * 1024;
/**
 * Segments arrive late and in bursts: a stream is silent after three target durations without one, and not before the
 * next check.
 */
const SILENT_AFTER_TARGETS = 3;
const SILENT_AFTER_MS = 15_000;
const UNKNOWN: HlsProbeResult = { state: "unknown", sinceMs: null, fault: null };

/** Reason of a failed check, for the log. */
class ProbeError extends Error {}

type Known = {
  result: HlsProbeResult;
  readAtMs: number;
  isReading: boolean;
  /** Newest position of each rendition by its index in the master playlist. */
  positions: Map<number, string>;
  /** Time at which a position last changed. */
  movedAtMs: number | null;
};

const NOTHING_SENT: HlsReading = { kind: "media", hasEnded: true, position: "", targetMs: 0 };

/**
 * Monitors configured streams. Requests a URL at most every 10 s for any number of visitors, over https only, for 4 s
 * and 512 kB at most. Renditions and redirects may only lead to public urls.
 *
 * A stream is live while its newest segment changes between checks. Its dates are ignored, because an encoder's clock
 * may be wrong by hours; the first check has nothing to compare and reports "live".
 */
export function createHlsProbe(deps: ProbeDeps): HlsProbe {
  const known = new Map<string, Known>();

  async function check(url: string, entry: Known): Promise<void> {
    entry.isReading = true;
    const { state, fault } = await readState(url, entry, deps).catch(
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
    const entry = known.get(url) ?? {
      result: UNKNOWN,
      readAtMs: -Infinity,
      isReading: false,
      positions: new Map(),
      movedAtMs: null,
    };
    known.set(url, entry);
    const isFresh = isWithin(PROBE_FRESH_MS, entry.readAtMs, deps.now());
    if (!entry.isReading && !isFresh) void check(url, entry);
    return entry.result;
  };
}

/** Also reads the other renditions if the first one does not move. */
async function readState(
  url: string,
  entry: Known,
  deps: ProbeDeps,
): Promise<Pick<HlsProbeResult, "state" | "fault">> {
  const { reading: top, at } = await readPlaylist(url, deps);
  if (top.kind !== "master") return { state: stateOf(top, 0, entry, deps.now()), fault: null };
  const checkRendition = async (rendition: string, index: number): Promise<"live" | "offline"> => {
    const address = nextAddress(rendition, at);
    const { reading } = await readPlaylist(address, deps);
    return stateOf(reading, index, entry, deps.now());
  };
  const [first = "", ...others] = top.renditions;
  const startedAtMs = deps.now();
  const checks = await Promise.allSettled([checkRendition(first, 0)]);
  if (entry.movedAtMs === null || entry.movedAtMs < startedAtMs) {
    checks.push(
      ...(await Promise.allSettled(others.map((each, index) => checkRendition(each, index + 1)))),
    );
  }
  const states = checks.flatMap((check) => (check.status === "fulfilled" ? [check.value] : []));
  if (states.length === 0) throw checks.find((check) => check.status === "rejected")?.reason;
  return { state: states.includes("live") ? "live" : "offline", fault: null };
}

/** @param index of the rendition in its master playlist. */
function stateOf(
  reading: HlsReading,
  index: number,
  entry: Known,
  nowMs: number,
): "live" | "offline" {
  if (reading.kind !== "media") throw new ProbeError("not a playlist");
  const { hasEnded, position, targetMs } = reading;
  if (hasEnded) return "offline";
  const last = entry.positions.get(index);
  entry.positions.set(index, position);
  // A rendition that is read for the first time counts as moving only if no rendition was read before.
  const hasMoved = last === undefined ? entry.movedAtMs === null : last !== position;
  if (hasMoved) entry.movedAtMs = nowMs;
  const silentAfterMs = Math.max(SILENT_AFTER_MS, SILENT_AFTER_TARGETS * targetMs);
  const isMoving = entry.movedAtMs !== null && isWithin(silentAfterMs, entry.movedAtMs, nowMs);
  return isMoving ? "live" : "offline";
}

/** Returns a playlist and its final URL. */
async function readPlaylist(
  url: string,
  { fetch }: ProbeDeps,
): Promise<{ reading: HlsReading; at: string }> {
  const signal = AbortSignal.timeout(PROBE_TIMEOUT_MS);
  let at = url;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    const response = await fetch(at, { redirect: "manual", credentials: "omit", signal });
    if (response.ok && response.body) {
      return { reading: readHlsPlaylist(await readText(response.body)), at };
    }
    await response.body?.cancel();
    // Most servers respond 404 when there is no signal.
    if (response.status === 404) return { reading: NOTHING_SENT, at };
    const location = response.headers.get("location");
    if (!REDIRECTS.has(response.status) || location === null) {
      throw new ProbeError(`status ${response.status}`);
    }
    at = nextAddress(location, at);
  }
  throw new ProbeError("too many redirects");
}

/**
 * Resolves a URL from the stream's server. It may stay on its host, even a private one from `ministry.json`, but may
 * lead from there to public urls only.
 */
function nextAddress(address: string, base: string): string {
  const next = URL.parse(address, base);
  const isAllowed =
    next !== null &&
    (isPublicAddress(next.href) ||
      (next.protocol === "https:" && next.host === new URL(base).host));
  if (!isAllowed) throw new ProbeError("leads to an address that is not public");
  return next.href;
}

async function readText(body: ReadableStream<Uint8Array>): Promise<string> {
  let text = "";
  let bytes = 0;
  const decoder = new TextDecoder();
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    if (bytes > PLAYLIST_MAX_BYTES) throw new ProbeError("a playlist without end");
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/** Never the message of `fetch`: it may contain the URL with its key. */
function faultOf(error: unknown): string {
  if (error instanceof ProbeError) return error.message;
  const isTimeout = error instanceof Error && error.name === "TimeoutError";
  return isTimeout ? "no answer in time" : "could not be reached";
}
