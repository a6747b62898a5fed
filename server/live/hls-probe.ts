import { readHlsPlaylist } from "./hls-liveness.domain.ts";

/** What is known about a stream elsewhere. */
export type HlsProbeResult = { state: "live" | "offline" | "unknown"; sinceMs: number | null };

/** Answers at once with what is known and looks again behind the visitor's back. */
export type HlsProbe = (url: string) => HlsProbeResult;

const PROBE_FRESH_MS = 10_000;
const PROBE_TIMEOUT_MS = 4_000;
const PLAYLIST_MAX_BYTES = 512 * 1024;
const UNKNOWN: HlsProbeResult = { state: "unknown", sinceMs: null };

type Known = { result: HlsProbeResult; readAtMs: number; isReading: boolean };

/**
 * Watches streams that a ministry has configured. An address is asked at most every 10 s however
 * many visitors ask, only over https, without redirects, for 4 s and 512 kB at most.
 */
export function createHlsProbe(deps: { fetch: typeof fetch; now: () => number }): HlsProbe {
  const known = new Map<string, Known>();

  async function look(url: string, entry: Known): Promise<void> {
    entry.isReading = true;
    const state = await readState(url, deps).catch(() => "unknown" as const);
    const isNew = state !== entry.result.state;
    entry.readAtMs = deps.now();
    entry.isReading = false;
    if (isNew) entry.result = { state, sinceMs: state === "live" ? entry.readAtMs : null };
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
  { fetch, now }: { fetch: typeof globalThis.fetch; now: () => number },
): Promise<HlsProbeResult["state"]> {
  const first = readHlsPlaylist(await readText(fetch, url), now());
  if (first.kind === "media") return first.state;
  if (first.kind === "nonsense") return "unknown";
  const rendition = new URL(first.firstRendition, url);
  if (rendition.protocol !== "https:") return "unknown";
  const second = readHlsPlaylist(await readText(fetch, rendition.href), now());
  return second.kind === "media" ? second.state : "unknown";
}

async function readText(fetch: typeof globalThis.fetch, url: string): Promise<string> {
  const response = await fetch(url, {
    redirect: "error",
    credentials: "omit",
    signal: AbortSignal.timeout(PROBE_TIMEOUT_MS),
  });
  // 404 is how most servers say that nobody is sending.
  if (response.status === 404)
    return "#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\n#EXT-X-ENDLIST";
  if (!response.ok || !response.body) throw new Error(`Playlist answered ${response.status}`);
  let text = "";
  let bytes = 0;
  const decoder = new TextDecoder();
  for await (const chunk of response.body) {
    bytes += chunk.byteLength;
    if (bytes > PLAYLIST_MAX_BYTES) throw new Error("Playlist is too long");
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
