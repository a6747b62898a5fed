import type { DataEstimate } from "#shared/device/data-estimate.domain.ts";
import { dataText } from "#shared/device/format-data-size.ts";
import { priceMessages } from "#shared/messages/devices/price.ts";
import { useSite, useTexts } from "#web/lib/site.ts";

/** Says what a play costs, the same way wherever somebody decides about one. */
export function usePriceText(): (price: DataEstimate) => string {
  const { language } = useSite();
  const texts = useTexts(priceMessages);
  return ({ bytes, of, isKnown }) => {
    const amount = dataText(bytes, language);
    if (of === "hour") return texts.anHour(amount);
    return isKnown ? amount : texts.about(amount);
  };
}
