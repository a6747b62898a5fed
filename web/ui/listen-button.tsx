import { Headphones, Square, WifiOff } from "lucide-react";
import { listenMessages } from "#shared/messages/listen.ts";
import type { DataEstimate } from "#shared/device/data-estimate.domain.ts";
import { playSound, type Sound } from "#web/base/audio/audio-player.ts";
import { stopListening, useNowListening } from "#web/base/audio/now-listening.ts";
import { useDataEstimateText } from "#web/base/data-saver/use-data-estimate-text.ts";
import { useSite, useTexts } from "#web/lib/site.ts";
import { buttonStyle } from "./button-style.ts";
import { useNeedsNetwork } from "./needs-network.tsx";

type ListenButtonProps = {
  sound: Sound;
  price: DataEstimate;
  /** Where it starts, as `playSound` takes it; a function is asked at the tap. */
  startAt?: number | (() => number);
  /** Called after the sound has started. */
  onListen?: () => void;
};

/** Returns true while the bar holds this sound. */
export function useIsHeard(key: string | undefined): boolean {
  return useNowListening()?.heard.key === key && key !== undefined;
}

/**
 * Starts a sound in the audio bar, with its data cost; while it is there, ends it. Without a
 * connection it says that it needs one, unless the sound is kept.
 */
export function ListenButton({ sound, price, startAt = 0, onListen }: ListenButtonProps) {
  const site = useSite();
  const texts = useTexts(listenMessages);
  const cost = useDataEstimateText()(price);
  const needsNetwork = useNeedsNetwork();
  const isHeard = useIsHeard(sound.key);
  const missing = isHeard || (sound.kind === "recording" && sound.isKept) ? null : needsNetwork;

  function handleClick() {
    if (isHeard) {
      stopListening();
      return;
    }
    playSound(site, sound, typeof startAt === "number" ? startAt : startAt());
    onListen?.();
  }

  const Icon = isHeard ? Square : missing === null ? Headphones : WifiOff;
  return (
    <button
      type="button"
      className={buttonStyle("quiet", "max-[21rem]:px-2")}
      onClick={handleClick}
    >
      <Icon aria-hidden className={isHeard ? "size-4 shrink-0 fill-current" : "size-4 shrink-0"} />
      <TwoLines
        name={isHeard ? texts.stopListening(sound.title) : texts.listenTo(sound.title)}
        first={isHeard ? texts.listening : texts.listen}
        second={missing ?? cost}
      />
    </button>
  );
}

type TwoLinesProps = {
  /** For screen readers, in place of `first`: what the button is for. */
  name: string;
  first: string;
  /** Data cost, or that it needs the network. */
  second: string;
};

/** A button's text and what it takes below it. */
export function TwoLines({ name, first, second }: TwoLinesProps) {
  return (
    <>
      <span className="sr-only">{`${name}. ${second}`}</span>
      <span aria-hidden className="-my-1 text-left leading-tight">
        <span className="block">{first}</span>
        <span className="block text-xs font-normal">{second}</span>
      </span>
    </>
  );
}
