import type { HlsProbeResult, HlsProbe } from "./hls-probe.ts";
import { z } from "zod";
import type { KeyValueStore } from "#server/kit/files/file-store.ts";
import type { ChannelId } from "#shared/live/channels.ts";
import type { Ministry, MinistryChannel } from "#shared/site/ministry.ts";
import { parseJson } from "#shared/parse-json.ts";

/** Why a back-up plays by itself: its source does not answer, or nobody sends anything on it. */
export type OutageReason = "down" | "silent";

/** How a source does, since when it was first seen so; milliseconds since the epoch. */
export type Health = { dead: OutageReason | null; sinceMs: number };

/** A back-up that plays by itself, and since when its source is dead. */
export type Failover = { why: OutageReason; sinceMs: number };

/** For so long a source has to be well again before its channel goes back to it. */
const WELL_AGAIN_MS = 60_000;
/** A source may be dead for so long where its channel says nothing else. */
export const FAILOVER_AFTER_SECONDS = 30;

/** What is known of a source after another look: what lasts keeps its beginning. */
export function nextHealth(
  last: Health | null,
  { state }: Pick<HlsProbeResult, "state">,
  nowMs: number,
): Health | null {
  if (state === "unknown") return last;
  const dead = state === "live" ? null : state === "down" ? "down" : "silent";
  const isSame = last !== null && (last.dead === null) === (dead === null);
  return { dead, sinceMs: isSame ? last.sinceMs : nowMs };
}

/** Whether a back-up stands in from now on, whose source may be dead for `afterMs`. */
export function nextFailover(
  last: Failover | null,
  health: Health | null,
  { afterMs, nowMs }: { afterMs: number; nowMs: number },
): Failover | null {
  if (health === null) return last;
  const { dead, sinceMs } = health;
  const lastsMs = nowMs - sinceMs;
  if (dead === null) return lastsMs < WELL_AGAIN_MS ? last : null;
  if (last !== null) return { ...last, why: dead };
  return lastsMs >= afterMs ? { why: dead, sinceMs } : null;
}

const KEY = "stand-ins";

/** With the address of the source that it is about: another source begins anew. */
type KeptStandIn = Failover & { url: string };

const keptSchema = z.record(
  z.string(),
  z.object({ why: z.enum(["down", "silent"]), sinceMs: z.number(), url: z.string() }),
);

type StandInDeps = {
  ministry: Pick<Ministry, "channels">;
  probe: HlsProbe;
  /** Where servers that share a database read what one of them has found. */
  store: KeyValueStore;
  /** Whether this is the server that decides; absent: it is alone. */
  leads?: (() => Promise<boolean>) | undefined;
  /** Clock; milliseconds since the epoch. */
  now: () => number;
};

/** Which back-ups play by themselves, the same on every server. */
export type FailoverMonitor = {
  of(id: ChannelId): Failover | null;
  /** Looks again; call it every second. A store that does not answer leaves all as it is. */
  look: () => Promise<void>;
};

/**
 * Opens it with what was so when the server stopped: who watched the back-up then watches it on. Only one
 * of several servers decides, because pages ask now one and now another of them.
 */
export async function openFailoverMonitor({
  ministry,
  probe,
  store,
  leads,
  now,
}: StandInDeps): Promise<FailoverMonitor> {
  const health = new Map<string, Health>();
  let kept = await read(store).catch(() => new Map<ChannelId, KeptStandIn>());
  let isLooking = false;

  function decide(): Map<ChannelId, KeptStandIn> {
    const next = new Map<ChannelId, KeptStandIn>();
    for (const [id, channel] of Object.entries(ministry.channels)) {
      const url = watchedAddress(channel);
      if (url === null) continue;
      const known = nextHealth(health.get(url) ?? null, probe(url), now());
      if (known !== null) health.set(url, known);
      const last = kept.get(id);
      const standIn = nextFailover(last?.url === url ? last : null, known, {
        afterMs: (channel.fallbackAfterSeconds ?? FAILOVER_AFTER_SECONDS) * 1_000,
        nowMs: now(),
      });
      if (standIn !== null) next.set(id, { why: standIn.why, sinceMs: standIn.sinceMs, url });
    }
    return next;
  }

  async function lookOnce(): Promise<void> {
    const isLeading = leads === undefined || (await leads());
    const next = isLeading ? decide() : await read(store);
    const hasChanged = textOf(next) !== textOf(kept);
    kept = next;
    if (isLeading && hasChanged) await store.set(KEY, textOf(next));
  }

  return {
    of(id) {
      const channel = Object.hasOwn(ministry.channels, id) ? ministry.channels[id] : undefined;
      const standIn = kept.get(id);
      if (channel === undefined || standIn === undefined) return null;
      return standIn.url === watchedAddress(channel) ? standIn : null;
    },
    async look() {
      if (isLooking) return;
      isLooking = true;
      await lookOnce()
        // What was found before holds until somebody answers.
        .catch(() => undefined)
        .finally(() => (isLooking = false));
    },
  };
}

/** Address of the stream that decides whether the back-up stands in; null where nothing does. */
function watchedAddress({ source, fallback, use, isOffAir }: MinistryChannel): string | null {
  const canStandIn = fallback !== undefined && use !== "fallback" && isOffAir !== true;
  return canStandIn && source.kind === "hls" ? source.url : null;
}

async function read(store: KeyValueStore): Promise<Map<ChannelId, KeptStandIn>> {
  const result = keptSchema.safeParse(parseJson((await store.get(KEY)) ?? "{}"));
  return new Map(Object.entries(result.data ?? {}));
}

function textOf(standIns: ReadonlyMap<ChannelId, KeptStandIn>): string {
  return JSON.stringify(Object.fromEntries(standIns));
}
