import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type ChannelId, leadingChannel } from "#shared/live/channels.ts";
import { useSite } from "#web/lib/site.ts";
import { liveQuery } from "./live.data.ts";

/** Returns the leading channel. While a player is open, the page keeps its channels in place. */
export function useLeadingChannel(): ChannelId {
  const { api, ministry } = useSite();
  const wanted = leadingChannel(ministry.channels, useQuery(liveQuery(api)).data?.next?.channel);
  const [lead, setLead] = useState(wanted);
  if (lead !== wanted && !document.querySelector("main iframe")) setLead(wanted);
  return lead;
}
