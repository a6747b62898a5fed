import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import * as v from "valibot";
import type { ChannelId } from "#shared/live/channels.ts";
import { useDataSaver } from "#web/base/data-saver/data-saver.ts";
import { useSite } from "#web/lib/site.ts";
import { liveQuery } from "./live.data.ts";

const MINUTE_MS = 60_000;

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
