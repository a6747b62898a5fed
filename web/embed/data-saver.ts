import { type Connection, savesData } from "#shared/device/data-saver.domain.ts";

/** Whether data is to be saved: what the page around says of it, else what the device says. */
export function isDataDear(
  { savesData: isSaving }: { savesData: boolean | null },
  { connection }: Navigator & { connection?: Connection },
): boolean {
  const prefersLess = matchMedia("(prefers-reduced-data: reduce)").matches;
  return isSaving ?? savesData("auto", { connection, prefersLess });
}

type ForeignStart = { needsConsent: boolean; isAskedFor: boolean; savesData: boolean | null };

/** Whether anything of a provider may be loaded without a tap. */
export function mayLoad(config: ForeignStart): boolean {
  return !config.needsConsent && (config.isAskedFor || !isDataDear(config, navigator));
}
