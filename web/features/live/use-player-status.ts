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

/** With the second until the server has noticed, an open player comes from another place within 5 s. */
const ASK_EVERY_MS = 3_500;

/**
 * A number that grows when a channel's player is to be loaded anew: its pictures come from another place
 * now, or it stands there with words of trouble (and would try again by itself only later) while its channel
 * has come on the air.
 */
export function usePlayerReload(id: ChannelId, state: PlayerStatus["state"]): number {
  const { api } = useSite();
  const isTold = useIsRealtime();
  const query = liveQuery(api);
  const { data } = useQuery(isTold ? query : { ...query, refetchInterval: ASK_EVERY_MS });
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

/** The page's own number between 0 and 1, for as long as it is open: whether it is one of those that are asked. */
const OWN_LOT = Math.random();

const answerSchema = v.object({ pass: v.string(), share: v.number() });

/**
 * While a player really plays, says so once a minute, if this page is one of those that the server asks: one
 * of so many, which it tells with the channels' states. What is said is the channel and a pass that
 * came with the answer before; the pass is kept by this player in memory and is another one each minute. Nothing is said while data is saved.
 */
export function useViewerHeartbeat(id: ChannelId, isPlaying: boolean): void {
  const { api } = useSite();
  const [isSavingData] = useDataSaver();
  const { data } = useQuery(liveQuery(api));
  const share = data?.pulseShare ?? 0;
  const isAsked = share > 0 && OWN_LOT * share < 1;
  const isSaying = isPlaying && isAsked && !isSavingData;

  useEffect(() => {
    if (!isSaying) return undefined;
    let pass: string | null = null;
    let timer: ReturnType<typeof setTimeout>;

    async function beat(): Promise<void> {
      timer = setTimeout(() => void beat(), MINUTE_MS);
      // What fails is begun anew with the next one: a count needs no single pulse.
      const said = await api.invoke("watch-pulse", { channel: id, pass }).catch(() => null);
      const answer = v.safeParse(answerSchema, said);
      pass = answer.success ? answer.output.pass : null;
    }

    // Players that begin together do not speak together.
    timer = setTimeout(() => void beat(), Math.random() * MINUTE_MS);
    return () => clearTimeout(timer);
  }, [api, id, isSaying]);
}
