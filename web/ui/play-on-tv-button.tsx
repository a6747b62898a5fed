import { Cast, WifiOff } from "lucide-react";
import { useLayoutEffect, useRef } from "react";
import { playOnTvMessages } from "#shared/messages/devices/play-on-tv.ts";
import { openTvRemote, type TvOffer } from "#web/base/television/television.ts";
import { useTexts } from "#web/lib/site.ts";
import { buttonStyle } from "./button-style.ts";
import { NetworkIconButton, networkName, useNeedsNetwork } from "./needs-network.tsx";

type PlayOnTvButtonProps = {
  offer: Omit<TvOffer, "position">;
  /** Seconds. */
  position?: number;
  /** Shows only its icon: always, or where there is little space. */
  look?: "text" | "narrow" | "icon";
  className?: string;
};

/** Opens the code form, or plays at once on a paired television. */
export function PlayOnTvButton({
  offer,
  position = 0,
  look = "text",
  className,
}: PlayOnTvButtonProps) {
  const texts = useTexts(playOnTvMessages);
  // It plays on while the visitor enters the code.
  const current = useRef(position);
  useLayoutEffect(() => {
    current.current = position;
  });
  const label = texts.playOn(offer.title);
  const needsNetwork = useNeedsNetwork();
  const Icon = needsNetwork === null ? Cast : WifiOff;
  const open = () => openTvRemote({ ...offer, position: () => current.current });
  if (look === "icon") {
    return (
      <NetworkIconButton label={label} className={className} onClick={open}>
        <Cast aria-hidden className="size-5" />
      </NetworkIconButton>
    );
  }
  return (
    <button
      type="button"
      aria-label={networkName(label, needsNetwork)}
      className={buttonStyle("quiet", className)}
      onClick={open}
    >
      <Icon aria-hidden className="size-4 shrink-0" />
      <span className={look === "narrow" ? "max-sm:sr-only" : undefined}>{texts.playOnTv}</span>
    </button>
  );
}
