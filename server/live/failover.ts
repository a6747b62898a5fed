import type { HlsProbeResult, HlsProbe } from "./hls-probe.ts";
import * as v from "valibot";
import { isWithin } from "@reign-tv/kit/durations.ts";
import type { KeyValueStore } from "@reign-tv/kit/function-contract.ts";
import type { ChannelId } from "#shared/live/channels.ts";
import type { Ministry, MinistryChannel } from "#shared/site/ministry.ts";
import { parseJson } from "@reign-tv/kit/parse-json.ts";

/** Reason of an automatic failover: the source does not respond, or it has no signal. */
export type OutageReason = "down" | "silent";

/** State of a source since it was first seen; milliseconds since the epoch. */
export type Health = { outage: OutageReason | null; sinceMs: number };

/** An active automatic failover, and the start of the outage. */
export type Failover = { why: OutageReason; sinceMs: number };

/** Return to the source after it has been healthy for this long. */
const RECOVERY_MS = 60_000;
/** Default delay before a failover. */
const FAILOVER_AFTER_SECONDS = 30;

/** Updates the health of a source; an unchanged state keeps its start. */
export function nextHealth(
  last: Health | null,
  { state }: Pick<HlsProbeResult, "state">,
  nowMs: number,
): Health | null {
  if (state === "unknown") return last;
  const outage = state === "live" ? null : state === "down" ? "down" : "silent";
  const isSame = last !== null && (last.outage === null) === (outage === null);
  return { outage, sinceMs: isSame ? last.sinceMs : nowMs };
}

/** Decides whether the fallback plays; the source may be down for `afterMs` first. */
export function nextFailover(
  last: Failover | null,
  health: Health | null,
  { afterMs, nowMs }: { afterMs: number; nowMs: number },
): Failover | null {
  if (health === null) return last;
  const { outage, sinceMs } = health;
  if (outage === null) return isWithin(RECOVERY_MS, sinceMs, nowMs) ? last : null;
  if (last !== null) return { ...last, why: outage };
  return isWithin(afterMs, sinceMs, nowMs) ? null : { why: outage, sinceMs };
}

const KEY = "stand-ins";

/** With the URL of the source: another source starts without failover. */
type StoredFailover = Failover & { url: string };

const storedSchema = v.record(
  v.string(),
  v.object({ why: v.picklist(["down", "silent"]), sinceMs: v.number(), url: v.string() }),
);

type FailoverMonitorDeps = {
  ministry: () => Pick<Ministry, "channels">;
  probe: HlsProbe;
  /** Shared by servers on one database. */
  store: KeyValueStore;
  /** Returns true on the server that decides; absent: it is the only one. */
  leads?: (() => Promise<boolean>) | undefined;
  /** Clock; milliseconds since the epoch. */
  now: () => number;
};

/** Automatic failovers, the same on every server. */
export type FailoverMonitor = {
  of(id: ChannelId): Failover | null;
  /** Checks the sources; call it every second. If the store fails, the state stays. */
  check: () => Promise<void>;
};

/**
 * Starts with the stored failovers, so that viewers stay on the fallback after a restart. Only one of several servers
 * decides, because pages poll any of them.
 */
export async function openFailoverMonitor({
  ministry,
  probe,
  store,
  leads,
  now,
}: FailoverMonitorDeps): Promise<FailoverMonitor> {
  const health = new Map<string, Health>();
  let current = await read(store).catch(() => new Map<ChannelId, StoredFailover>());
  /** As the store has them. */
  let stored = textOf(current);
  let isChecking = false;

  function decide(): Map<ChannelId, StoredFailover> {
    const next = new Map<ChannelId, StoredFailover>();
    for (const [id, channel] of Object.entries(ministry().channels)) {
      const url = monitoredUrl(channel);
      if (url === null) continue;
      const known = nextHealth(health.get(url) ?? null, probe(url), now());
      if (known !== null) health.set(url, known);
      const last = current.get(id);
      const failover = nextFailover(last?.url === url ? last : null, known, {
        afterMs: (channel.fallbackAfterSeconds ?? FAILOVER_AFTER_SECONDS) * 1_000,
        nowMs: now(),
      });
      if (failover !== null) next.set(id, { why: failover.why, sinceMs: failover.sinceMs, url });
    }
    return next;
  }

  async function checkOnce(): Promise<void> {
    const isLeading = leads === undefined || (await leads());
    current = isLeading ? decide() : await read(store);
    const text = textOf(current);
    if (isLeading && text !== stored) await store.set(KEY, text);
    stored = text;
  }

  return {
    of(id) {
      const { channels } = ministry();
      const channel = Object.hasOwn(channels, id) ? channels[id] : undefined;
      const failover = current.get(id);
      if (channel === undefined || failover === undefined) return null;
      return failover.url === monitoredUrl(channel) ? failover : null;
    },
    async check() {
      if (isChecking) return;
      isChecking = true;
      await checkOnce()
        // Without a result, the previous state stays.
        .catch(() => undefined)
        .finally(() => (isChecking = false));
    },
  };
}

/** URL of the stream that decides about a failover; null if the channel has none. */
function monitoredUrl({ source, fallback, use, isOffAir }: MinistryChannel): string | null {
  const canFailOver = fallback !== undefined && use !== "fallback" && isOffAir !== true;
  return canFailOver && source.kind === "hls" ? source.url : null;
}

async function read(store: KeyValueStore): Promise<Map<ChannelId, StoredFailover>> {
  const stored = parseJson((await store.get(KEY)) ?? "{}");
  return new Map(Object.entries(v.parse(v.fallback(storedSchema, {}), stored)));
}

function textOf(failovers: ReadonlyMap<ChannelId, StoredFailover>): string {
  return JSON.stringify(Object.fromEntries(failovers));
}
