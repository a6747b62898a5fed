import { useQuery, type UseQueryOptions } from "@tanstack/react-query";
import { useState } from "react";
import * as v from "valibot";
import { type ChannelId, leadingChannel } from "#shared/live/channels.ts";
import { type LiveStatus, liveStatusSchema } from "#shared/contracts/live-status.ts";
import { learnServerTime } from "#web/lib/clock.ts";
import type { Api } from "#web/lib/http/http.ts";
import { useSite } from "#web/lib/site.ts";
import type { ChannelStatus } from "./player-status.ts";

const FIRST_POLL_MS = 12_000;
/**
 * Each page takes a random part of the server's interval, so that an update to all does not make
 * them poll at once.
 */
const INTERVAL_FACTOR = 1 - Math.random() / 4;

/** Query of all channels' states; polls at the server's interval while the tab is visible. */
export function liveQuery(api: Api): UseQueryOptions<LiveStatus> {
  return {
    queryKey: ["live"],
    queryFn: async ({ signal }) => {
      const status = v.parse(liveStatusSchema, await api.getJson("/api/live", signal));
      learnServerTime(status.now);
      return status;
    },
    staleTime: FIRST_POLL_MS,
    refetchInterval: ({ state }) =>
      INTERVAL_FACTOR * (state.data ? state.data.pollSeconds * 1000 : FIRST_POLL_MS),
    retry: false,
  };
}

/**
 * Returns a part of the channels' states, undefined while they are unknown. Renders again only when
 * that part has changed: each response has another time. @param options of the query
 */
export function useLive<Part>(
  select: (status: LiveStatus) => Part,
  options?: { enabled?: boolean; refetchInterval?: number },
): Part | undefined {
  return useQuery({ ...liveQuery(useSite().api), ...options, select }).data;
}

/** Returns one channel's state, or null while it is unknown. */
export function useChannelStatus(id: ChannelId): ChannelStatus | null {
  return useLive((status) => channelOf(status, id)) ?? null;
}

/** Returns one channel of the status, or null while it is unknown. */
export function channelOf(status: LiveStatus | undefined, id: ChannelId): ChannelStatus | null {
  return status?.channels.find((channel) => channel.id === id) ?? null;
}

/** Returns the leading channel. While a player is open, the page keeps its channels in place. */
export function useLeadingChannel(): ChannelId {
  const { channels } = useSite().ministry;
  const wanted = leadingChannel(
    channels,
    useLive(({ next }) => next?.channel),
  );
  const [lead, setLead] = useState(wanted);
  if (lead !== wanted && !document.querySelector("main iframe")) setLead(wanted);
  return lead;
}
