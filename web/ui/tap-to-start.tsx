import { dataEstimateMessages } from "#shared/messages/devices/data-estimate.ts";
import type { DataEstimate } from "#shared/device/data-estimate.domain.ts";
import { useDataSaver } from "#web/base/data-saver/data-saver.ts";
import { useDataEstimateText } from "#web/base/data-saver/use-data-estimate-text.ts";
import { useTexts } from "#web/lib/site.ts";

type TapToStartProps = {
  /** Accessible name of the button. */
  label: string;
  price: DataEstimate;
  /** Additional notice before the start; "" for none. */
  notice?: string;
  onTap: () => void;
};

/**
 * A play button for a player that waits for a tap, with the reason and the data estimate. It lies
 * at the bottom of the image, so that text in it stays readable.
 */
export function TapToStart({ label, price, notice = "", onTap }: TapToStartProps) {
  const texts = useTexts(dataEstimateMessages);
  const priceText = useDataEstimateText();
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
