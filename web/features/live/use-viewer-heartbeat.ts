import { useEffect } from "react";
import * as v from "valibot";
import { MINUTE_MS } from "@reign-tv/kit/durations.ts";
import type { ChannelId } from "#shared/live/channels.ts";
import { useDataSaver } from "#web/base/data-saver/data-saver.ts";
import { useSite } from "#web/lib/site.ts";
import { useLive } from "./live.data.ts";

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
  const share = useLive(({ pulseShare }) => pulseShare) ?? 0;
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
