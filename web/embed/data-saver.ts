import type { DataEstimate } from "#shared/device/data-estimate.domain.ts";
import { type Connection, savesData } from "#shared/device/data-saver.domain.ts";
import { dataText } from "#shared/device/format-data-size.ts";
import { isMetered } from "#shared/device/live-autoplay.domain.ts";
import type { EmbedTexts } from "#shared/messages/embed.ts";
import { fillPlaceholders } from "./dom.ts";

/** Returns true when data is saved: by the parent page's setting, else by the device's. */
export function isDataDear(
  { savesData: isSaving }: { savesData: boolean | null },
  { connection }: Navigator & { connection?: Connection },
): boolean {
  const prefersLess = matchMedia("(prefers-reduced-data: reduce)").matches;
  return isSaving ?? savesData("auto", { connection, prefersLess });
}

/** Shorter side of a phone's screen; a frame's own width says nothing about the device. */
const PHONE_SCREEN_PX = 600;

/**
 * Returns true when nothing plays before a tap. A parent page that knows the device has already
 * decided.
 */
export function waitsForTap(config: { savesData: boolean | null; isAskedFor: boolean }): boolean {
  if (config.isAskedFor) return false;
  if (config.savesData !== null) return config.savesData;
  const { connection }: Navigator & { connection?: Connection } = navigator;
  const isPhone =
    matchMedia("(pointer: coarse)").matches &&
    Math.min(screen.width, screen.height) < PHONE_SCREEN_PX;
  return isPhone || isMetered(connection) || isDataDear(config, navigator);
}

/** Formats the data estimate of a play, for the text next to its button. */
export function priceText(texts: EmbedTexts, language: string, price: DataEstimate): string {
  const text = price.of === "hour" ? texts.priceHour : texts.priceWhole;
  return fillPlaceholders(text, { amount: dataText(price.bytes, language) });
}

type ForeignStart = { needsConsent: boolean; isAskedFor: boolean; savesData: boolean | null };

/** Returns true when the provider may be loaded without a tap. */
export function mayLoad(config: ForeignStart): boolean {
  return !config.needsConsent && !waitsForTap(config);
}
