import type { DataEstimate } from "#shared/device/data-estimate.domain.ts";
import { dataText } from "#shared/device/format-data-size.ts";
import { dataEstimateMessages } from "#shared/messages/devices/data-estimate.ts";
import { useSite, useTexts } from "#web/lib/site.ts";

/** Returns a function that formats the data estimate of a play. */
export function useDataEstimateText(): (price: DataEstimate) => string {
  const { language } = useSite();
  const texts = useTexts(dataEstimateMessages);
  return ({ bytes, of, isKnown }) => {
    const amount = dataText(bytes, language);
    if (of === "hour") return texts.anHour(amount);
    return isKnown ? amount : texts.about(amount);
  };
}
