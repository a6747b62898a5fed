import { queryOptions, type UseQueryOptions } from "@tanstack/react-query";
import * as v from "valibot";
import type { ChannelId } from "#shared/live/channels.ts";
import { type LiveStatus, liveStatusSchema } from "#shared/contracts/live-status.ts";
import { learnServerTime } from "#web/lib/clock.ts";
import type { Api } from "#web/lib/http/http.ts";

const FIRST_POLL_MS = 12_000;
/** Of the pace that the server tells, each page takes its own part: news that all have at once do not make them ask at once. */
const OWN_PACE = 1 - Math.random() / 4;

type LiveKey = ["live"];

/** What each channel does now; asked again at the pace that the server tells, while the tab is seen. */
export function liveQuery(api: Api): UseQueryOptions<LiveStatus, Error, LiveStatus, LiveKey> {
  const queryKey: LiveKey = ["live"];
  return queryOptions({
    queryKey,
    queryFn: async ({ signal }) => {
      const status = v.parse(liveStatusSchema, await api.getJson("/api/live", signal));
      learnServerTime(status.now);
      return status;
    },
    staleTime: FIRST_POLL_MS,
    refetchInterval: ({ state }) =>
      OWN_PACE * (state.data ? state.data.pollSeconds * 1000 : FIRST_POLL_MS),
    retry: false,
  });
}

/** One channel of the status, or null while it is not known. */
export function channelOf(
  status: LiveStatus | undefined,
  id: ChannelId,
): LiveStatus["channels"][number] | null {
  return status?.channels.find((channel) => channel.id === id) ?? null;
}
