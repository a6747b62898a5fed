import * as v from "valibot";
import { type TvMedia, tvTokenSchema } from "#shared/contracts/tv-pairing.ts";
import { storedEntry } from "#web/lib/storage/storage-keys.ts";
import { createStore, useStore } from "#web/lib/store.ts";

/** Something that the visitor wants to see on the television. */
export type TvOffer = {
  media: TvMedia;
  title: string;
  /** Path of its page with its search part, without language. */
  page: string;
  /** Seconds; 0 for a channel. */
  position: () => number;
  /** Called once the television has it. */
  onPlay?: (() => void) | undefined;
};

const pairingSchema = v.nullable(
  v.object({ token: tvTokenSchema, page: v.nullable(v.string()), title: v.string() }),
);

/** The pairing of this device, with the page of what it has sent to the television. */
export type TvPairing = NonNullable<v.InferOutput<typeof pairingSchema>>;

export const TV_PAIRING = storedEntry<TvPairing | null>("tvPairing", pairingSchema, null);

type Remote = { isOpen: boolean; offer: TvOffer | null };

const remote = createStore<Remote>({ isOpen: false, offer: null });

/** Opens the remote control; with an offer, the television plays it as soon as there is one. */
export function openTvRemote(offer: TvOffer | null = null): void {
  remote.set({ isOpen: true, offer });
}

export function closeTvRemote(): void {
  remote.set({ isOpen: false, offer: null });
}

/** Returns the offer once; null without one. */
export function takeTvOffer(): TvOffer | null {
  const { isOpen, offer } = remote.read();
  if (offer) remote.set({ isOpen, offer: null });
  return offer;
}

export function useTvRemote(): Remote {
  return useStore(remote);
}
