import { dataEstimateMessages } from "#shared/messages/devices/data-estimate.ts";
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
 * A play button in the place of a player that waits for a tap: why it does not start by itself, and what it will
 * cost. It lies at the foot of the picture, whose own words stay readable.
 */
export function TapToStart({ label, price, notice = "", onTap }: TapToStartProps) {
  const texts = useTexts(dataEstimateMessages);
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
      className="absolute inset-0 flex items-end justify-end p-2 text-left text-sm text-balance text-white"
    >
      <span className="flex items-center gap-3 rounded-full bg-[#0a0716d9] p-2 pr-4">
        <span className="flex size-11 shrink-0 items-center justify-center rounded-full bg-white text-[#17122b]">
          <span aria-hidden className="play-mark ml-1" />
        </span>
        {hint}
      </span>
    </button>
  );
}
