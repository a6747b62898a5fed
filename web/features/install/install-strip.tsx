import { installMessages } from "#shared/messages/devices/install.ts";
import { useSite, useTexts } from "#web/lib/site.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { CrownMark } from "#web/ui/crown-mark.tsx";
import { OfferStrip } from "#web/ui/offer-strip.tsx";
import { ManualInstallDialog } from "./manual-install-dialog.tsx";

type InstallStripProps = {
  /** The browser has no dialog of its own: the steps take the card's place. */
  isManual: boolean;
  onInstall: () => void;
  onPostpone: () => void;
  /** Closes the steps. */
  onClose: () => void;
};

/** What a visitor sees of the install card. */
export function InstallStrip({ isManual, onClose, ...answers }: InstallStripProps) {
  return isManual ? <ManualInstallDialog onClose={onClose} /> : <Card {...answers} />;
}

function Card({ onInstall, onPostpone }: Pick<InstallStripProps, "onInstall" | "onPostpone">) {
  const { ministry } = useSite();
  const { card } = useTexts(installMessages);
  return (
    <OfferStrip
      data-install-card
      aria-labelledby="install-heading"
      closeLabel={card.close}
      onClose={onPostpone}
    >
      <CrownMark className="size-8" />
      <div className="min-w-0 grow">
        <h2 id="install-heading" className="text-sm leading-tight font-semibold">
          {card.title(ministry.name)}
        </h2>
        <p className="text-xs text-ink-soft">{card.text}</p>
      </div>
      <button type="button" className={buttonStyle("brand", "max-sm:px-3")} onClick={onInstall}>
        {card.install}
      </button>
      <button type="button" className={buttonStyle("quiet", "max-sm:px-3")} onClick={onPostpone}>
        {card.later}
      </button>
    </OfferStrip>
  );
}
