import { isWithin } from "#server/kit/durations.ts";
import { isPublicAddress } from "#shared/live/public-host.domain.ts";

/** Renditions that are asked for one master playlist. */
const MAX_RENDITIONS = 20;

export type HlsReading =
  /** A master playlist: look at its renditions. */
  | { kind: "master"; renditions: string[] }
  /** `position` names the newest segment or part; it changes while an encoder sends. */
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
  const addresses = lines.flatMap((line, index) => {
    if (!line.startsWith("#EXT-X-STREAM-INF")) return [];
    return lines.slice(index + 1).find((next) => !/^(?:#|$)/.test(next)) ?? [];
  });
  return [...new Set(addresses)].slice(0, MAX_RENDITIONS);
}

function valueOf(lines: readonly string[], tag: string): string | null {
  return lines.find((line) => line.startsWith(tag))?.slice(tag.length) ?? null;
}

/**
 * Number and name of the newest segment and of the parts after it; null where there is neither. Queries are
 * left out: signatures in them change although no segment does.
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
const MAX_REDIRECTS = 3;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const PLAYLIST_MAX_BYTES = 512 * 1024;
/**
 * Segments come late and in bursts: a stream is silent once nothing has come for three targets, and for longer
 * than the pause between two looks.
 */
const SILENT_AFTER_TARGETS = 3;
const SILENT_AFTER_MS = 15_000;
const UNKNOWN: HlsProbeResult = { state: "unknown", sinceMs: null, fault: null };

/** Why a stream cannot be looked at, in words for the log. */
class ProbeFault extends Error {}

type Known = {
  result: HlsProbeResult;
  readAtMs: number;
  isReading: boolean;
  /** The newest position that each rendition has shown, by its place in the master playlist. */
  positions: Map<number, string>;
  /** When a position was first seen to be another one. */
  movedAtMs: number | null;
};

const NOTHING_SENT: HlsReading = { kind: "media", hasEnded: true, position: "", targetMs: 0 };

/**
 * Watches streams that a ministry has configured. An address is asked at most every 10 s however
 * many visitors ask, only over https, for 4 s and 512 kB at most. Renditions and redirects lead
 * to public addresses only.
 *
 * A stream is live while its newest segment changes from look to look. Its dates are not compared with our
 * clock, because an encoder's may be wrong by hours; the first look has nothing to compare and believes it.
 */
export function createHlsProbe(deps: ProbeDeps): HlsProbe {
  const known = new Map<string, Known>();

  async function look(url: string, entry: Known): Promise<void> {
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
    if (!entry.isReading && !isFresh) void look(url, entry);
    return entry.result;
  };
}

/** Reads the other renditions as well where the first one does not move. */
async function readState(
  url: string,
  entry: Known,
  deps: ProbeDeps,
): Promise<Pick<HlsProbeResult, "state" | "fault">> {
  const { reading: top, at } = await readPlaylist(url, deps);
  if (top.kind !== "master") return { state: stateOf(top, 0, entry, deps.now()), fault: null };
  const lookAt = async (rendition: string, place: number): Promise<"live" | "offline"> => {
    const address = nextAddress(rendition, at);
    const { reading } = await readPlaylist(address, deps);
    return stateOf(reading, place, entry, deps.now());
  };
  const [first = "", ...others] = top.renditions;
  const startedAtMs = deps.now();
  const looks = await Promise.allSettled([lookAt(first, 0)]);
  if (entry.movedAtMs === null || entry.movedAtMs < startedAtMs) {
    looks.push(...(await Promise.allSettled(others.map((each, index) => lookAt(each, index + 1)))));
  }
  const states = looks.flatMap((look) => (look.status === "fulfilled" ? [look.value] : []));
  if (states.length === 0) throw looks.find((look) => look.status === "rejected")?.reason;
  return { state: states.includes("live") ? "live" : "offline", fault: null };
}

/** @param place of the rendition in its master playlist. */
function stateOf(
  reading: HlsReading,
  place: number,
  entry: Known,
  nowMs: number,
): "live" | "offline" {
  if (reading.kind !== "media") throw new ProbeFault("not a playlist");
  const { hasEnded, position, targetMs } = reading;
  if (hasEnded) return "offline";
  const last = entry.positions.get(place);
  entry.positions.set(place, position);
  // A rendition that was not read before has nothing to compare either, but only the first one is believed.
  const hasMoved = last === undefined ? entry.movedAtMs === null : last !== position;
  if (hasMoved) entry.movedAtMs = nowMs;
  const silentAfterMs = Math.max(SILENT_AFTER_MS, SILENT_AFTER_TARGETS * targetMs);
  const isMoving = entry.movedAtMs !== null && isWithin(silentAfterMs, entry.movedAtMs, nowMs);
  return isMoving ? "live" : "offline";
}

/** A playlist, and the address that it came from in the end. */
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
    // How most servers say that nothing is sent.
    if (response.status === 404) return { reading: NOTHING_SENT, at };
    const location = response.headers.get("location");
    if (!REDIRECTS.has(response.status) || location === null) {
      throw new ProbeFault(`status ${response.status}`);
    }
    at = nextAddress(location, at);
  }
  throw new ProbeFault("too many redirects");
}

/**
 * An address that a stream's server names. It may stay where it is, also on a host that `ministry.json` names
 * in a private network, but lead from there to public addresses only.
 */
function nextAddress(address: string, base: string): string {
  const next = URL.parse(address, base);
  const isAllowed =
    next !== null &&
    (isPublicAddress(next.href) ||
      (next.protocol === "https:" && next.host === new URL(base).host));
  if (!isAllowed) throw new ProbeFault("leads to an address that is not public");
  return next.href;
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
