import { MINUTE_MS } from "#shared/durations.ts";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { ChannelId } from "#shared/live/channels.ts";
import { useSite } from "#web/lib/site.ts";
import type { PlayerStatus, ChannelStatus } from "./player-status.ts";
import { channelOf, liveQuery } from "./live.data.ts";
import { useIsRealtime } from "./realtime-connection.ts";
import * as v from "valibot";
import { useDataSaver } from "#web/base/data-saver/data-saver.ts";

/** With the server's own second, an open player changes its source within 5 s. */
const POLL_INTERVAL_MS = 3_500;

/**
 * Returns a number that grows when a channel's player must reload: its source has changed, or it
 * shows an error (and would retry only later) while its channel is on air again.
 */
export function usePlayerReload(id: ChannelId, state: PlayerStatus["state"]): number {
  const { api } = useSite();
  const isTold = useIsRealtime();
  const query = liveQuery(api);
  const { data } = useQuery(isTold ? query : { ...query, refetchInterval: POLL_INTERVAL_MS });
  const channel = channelOf(data, id);
  const [loads, setLoads] = useState(0);
  const lastRef = useRef(channel);

  useEffect(() => {
    const last = lastRef.current;
    if (channel === null) return;
    lastRef.current = channel;
    if (last === null) return;
    const { source } = channel;
    const hasMoved = last.source && source && last.source !== source;
    const hasReturned = !isOnAir(last) && isOnAir(channel) && state === "interrupted";
    if (hasMoved || hasReturned) setLoads((count) => count + 1);
  }, [channel, state]);

  return loads;
}

function isOnAir({ state }: ChannelStatus): boolean {
  return state === "live" || state === "rerun";
}

/** Random number of this page for its life, between 0 and 1: decides whether it is sampled. */
const SAMPLE_POSITION = Math.random();

const answerSchema = v.object({ pass: v.string(), share: v.number() });

/**
 * Sends a heartbeat once a minute while a player plays, if this page is in the server's sample,
 * whose share comes with the channels' states. It carries the channel and a one-minute pass of the
 * previous response, kept in memory. Sends nothing while data is saved.
 */
export function useViewerHeartbeat(id: ChannelId, isPlaying: boolean): void {
  const { api } = useSite();
  const [isSavingData] = useDataSaver();
  const { data } = useQuery(liveQuery(api));
  const share = data?.pulseShare ?? 0;
  const isAsked = share > 0 && SAMPLE_POSITION * share < 1;
  const isSaying = isPlaying && isAsked && !isSavingData;

  useEffect(() => {
    if (!isSaying) return undefined;
    let pass: string | null = null;
    let timer: ReturnType<typeof setTimeout>;

    async function beat(): Promise<void> {
      timer = setTimeout(() => void beat(), MINUTE_MS);
      // After a failure the next heartbeat starts a new pass: no single one matters.
      const said = await api.invoke("watch-pulse", { channel: id, pass }).catch(() => null);
      const answer = v.safeParse(answerSchema, said);
      pass = answer.success ? answer.output.pass : null;
    }

    // Spreads the heartbeats of players that start together.
    timer = setTimeout(() => void beat(), Math.random() * MINUTE_MS);
    return () => clearTimeout(timer);
  }, [api, id, isSaying]);
}
