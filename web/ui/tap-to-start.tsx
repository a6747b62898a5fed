import { priceMessages } from "#shared/messages/devices/price.ts";
import type { DataEstimate } from "#shared/device/data-estimate.domain.ts";
import { useDataSaver } from "#web/base/data-saver/data-saver.ts";
import { usePriceText } from "#web/base/data-saver/use-data-estimate-text.ts";
import { useTexts } from "#web/lib/site.ts";

type TapToStartProps = {
  /** What the button does, for those who do not see it. */
  label: string;
  price: DataEstimate;
  /** What else somebody should know before; "" for nothing. */
  notice?: string;
  onTap: () => void;
};

/**
 * A play button over a picture, in the place of a player that waits for the visitor's word: why it does
 * not start by itself, and what it will cost.
 */
export function TapToStart({ label, price, notice = "", onTap }: TapToStartProps) {
  const texts = useTexts(priceMessages);
  const priceText = usePriceText();
  const [savesData] = useDataSaver();
  const hint = [savesData ? texts.saverOn : "", priceText(price), notice]
    .filter((part) => part !== "")
    .join(". ");
  return (
    <button
      type="button"
      aria-label={`${label}. ${hint}`}
      onClick={onTap}
      className="absolute inset-0 flex flex-col items-center justify-center gap-3 bg-[#0a071699] p-4 text-center text-sm text-balance text-white"
    >
      <span className="flex size-16 shrink-0 items-center justify-center rounded-full bg-white text-[#17122b]">
        <span aria-hidden className="play-mark ml-1" />
      </span>
      {hint}
    </button>
  );
}
