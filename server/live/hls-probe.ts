import { readHlsPlaylist } from "./hls-liveness.domain.ts";

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
    if (!entry.isReading && deps.now() - entry.readAtMs >= PROBE_FRESH_MS) void look(url, entry);
    return entry.result;
  };
}

async function readState(
  url: string,
  { fetch, now }: ProbeDeps,
): Promise<Pick<HlsProbeResult, "state" | "fault">> {
  const signal = AbortSignal.timeout(PROBE_TIMEOUT_MS);
  const first = readHlsPlaylist(await readText(fetch, url, signal), now());
  if (first.kind === "media") return { state: first.state, fault: null };
  if (first.kind === "nonsense") throw new ProbeFault("not a playlist");
  const rendition = new URL(first.firstRendition, url);
  if (rendition.protocol !== "https:") throw new ProbeFault("a rendition without TLS");
  const second = readHlsPlaylist(await readText(fetch, rendition.href, signal), now());
  if (second.kind !== "media") throw new ProbeFault("not a playlist");
  return { state: second.state, fault: null };
}

async function readText(
  fetch: typeof globalThis.fetch,
  url: string,
  signal: AbortSignal,
): Promise<string> {
  const response = await fetch(url, { redirect: "error", credentials: "omit", signal });
  // 404 is how most servers say that nobody is sending.
  if (response.status === 404)
    return "#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\n#EXT-X-ENDLIST";
  if (!response.ok || !response.body) throw new ProbeFault(`status ${response.status}`);
  let text = "";
  let bytes = 0;
  const decoder = new TextDecoder();
  for await (const chunk of response.body) {
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
