import type { DataEstimate } from "#shared/device/data-estimate.domain.ts";
import { type Connection, savesData } from "#shared/device/data-saver.domain.ts";
import { dataText } from "#shared/device/format-data-size.ts";
import { isMetered } from "#shared/device/live-autoplay.domain.ts";
import type { EmbedTexts } from "#shared/messages/embed.ts";
import { fillPlaceholders } from "./fill-placeholders.ts";

/** Whether data is to be saved: what the page around says of it, else what the device says. */
export function isDataDear(
  { savesData: isSaving }: { savesData: boolean | null },
  { connection }: Navigator & { connection?: Connection },
): boolean {
  const prefersLess = matchMedia("(prefers-reduced-data: reduce)").matches;
  return isSaving ?? savesData("auto", { connection, prefersLess });
}

/** The shorter side of a phone's screen; a frame's own width says nothing of the device. */
const PHONE_SCREEN_PX = 600;

/** Whether nothing plays here before a tap. A page around that knows the device has decided already. */
export function waitsForTap(config: { savesData: boolean | null; isAskedFor: boolean }): boolean {
  if (config.isAskedFor) return false;
  if (config.savesData !== null) return config.savesData;
  const { connection }: Navigator & { connection?: Connection } = navigator;
  const isPhone =
    matchMedia("(pointer: coarse)").matches &&
    Math.min(screen.width, screen.height) < PHONE_SCREEN_PX;
  return isPhone || isMetered(connection) || isDataDear(config, navigator);
}

/** What a play costs, for the words beside its button. */
export function priceText(texts: EmbedTexts, language: string, price: DataEstimate): string {
  const text = price.of === "hour" ? texts.priceHour : texts.priceWhole;
  return fillPlaceholders(text, { amount: dataText(price.bytes, language) });
}

type ForeignStart = { needsConsent: boolean; isAskedFor: boolean; savesData: boolean | null };

/** Whether anything of a provider may be loaded without a tap. */
export function mayLoad(config: ForeignStart): boolean {
  return !config.needsConsent && !waitsForTap(config);
}
