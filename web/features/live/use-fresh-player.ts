import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { ChannelId } from "#shared/live/channels.ts";
import { useSite } from "#web/lib/site.ts";
import type { PlayerStatus, ChannelStatus } from "./player-status.ts";
import { channelOf, liveQuery } from "./live.data.ts";
import { useIsRealtime } from "./realtime-connection.ts";

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
