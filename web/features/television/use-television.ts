import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { TvCommand, TvReport } from "#shared/contracts/tv-pairing.ts";
import { joinExclusivePlayback } from "#shared/embed/exclusive-playback.ts";
import { type TvOffer, TV_PAIRING, type TvPairing } from "#web/base/television/television.ts";
import { useSite } from "#web/lib/site.ts";
import { useStored } from "#web/lib/storage/use-stored.ts";
import {
  endPairing,
  hasEnded,
  sendTvCommand,
  type TvFailure,
  tvStatusQuery,
} from "./television.data.ts";

let announce: (() => void) | null = null;

/** A command that the television has not carried out yet, and what it will change. */
type Pending = { n: number; part: Partial<TvReport> };

export type Television = {
  pairing: TvPairing | null;
  /** What the television shows, and what it was told; null before its first report. */
  report: TvReport | null;
  /** Changes when the position of the report is a new one. */
  source: object | null;
  isAway: boolean;
  failure: TvFailure | null;
  /** Stores a new pairing, and plays the offer there. */
  pair: (token: string, offer: TvOffer | null) => void;
  play: (offer: TvOffer) => void;
  /** @param part what the command changes in the report */
  send: (command: TvCommand, part?: Partial<TvReport>) => void;
  disconnect: () => void;
};

/** The television that this device controls. @param isPolled its state is on the screen */
export function useTelevision(isPolled: boolean): Television {
  const site = useSite();
  const [pairing, setPairing] = useStored(TV_PAIRING);
  const token = pairing?.token ?? null;
  const { data, error } = useQuery({
    ...tvStatusQuery(site.api, token ?? "", isPolled),
    enabled: token !== null,
  });
  const [pending, setPending] = useState<Pending | null>(null);
  const [failure, setFailure] = useState<TvFailure | null>(null);
  const isOver = token !== null && hasEnded(error);
  useEffect(() => {
    // While the dialog is open it says so.
    if (isOver && !isPolled) setPairing(null);
  }, [isOver, isPolled, setPairing]);

  const told = data?.report ?? null;
  const isPending = told !== null && pending !== null && told.done < pending.n;
  const report = told && isPending ? { ...told, ...pending.part } : told;

  async function sendTo(to: string, command: TvCommand, part: Partial<TvReport>): Promise<boolean> {
    const sent = await sendTvCommand(site, to, command);
    setFailure(sent.ok ? null : sent.failure);
    if (sent.ok) setPending({ n: sent.value, part });
    else if (sent.failure === "ended") setPairing(null);
    return sent.ok;
  }

  async function playOn(to: string, { media, title, page, position: at, onPlay }: TvOffer) {
    const seconds = media.kind === "video" ? Math.floor(at()) : 0;
    const command = { do: "play", media, title: title.slice(0, 500), position: seconds } as const;
    const begun = { media, title, state: "loading", position: seconds, duration: 0 } as const;
    if (!(await sendTo(to, command, begun))) return;
    setPairing({ token: to, page, title });
    // Every player of this device pauses.
    announce ??= joinExclusivePlayback(() => undefined);
    announce();
    onPlay?.();
  }

  return {
    pairing: isOver ? null : pairing,
    report,
    source: isPending ? pending : told,
    isAway: data?.isAway === true,
    failure: isOver ? "ended" : failure,
    pair(to, offer) {
      setFailure(null);
      setPending(null);
      setPairing({ token: to, page: null, title: "" });
      if (offer) void playOn(to, offer);
    },
    play: (offer) => void (token !== null && playOn(token, offer)),
    send: (command, part = {}) => void (token !== null && sendTo(token, command, part)),
    disconnect() {
      if (token !== null) void endPairing(site, token);
      setPairing(null);
      setFailure(null);
    },
  };
}
