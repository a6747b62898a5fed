import { useState } from "react";
import { type ChannelId, leadingChannel } from "#shared/live/channels.ts";
import { useSite } from "#web/lib/site.ts";
import { useLive } from "./live.data.ts";

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
