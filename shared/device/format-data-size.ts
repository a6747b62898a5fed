import { MEGABYTE_BYTES } from "./data-estimate.domain.ts";

const GIGABYTE_MB = 1_000;
/** Smaller amounts have one decimal. */
const WHOLE_FROM_MB = 10;

/** Formats an amount of data: "0 MB", "3.4 MB", "120 MB", "1.2 GB"; "3,4 Mo" in French. */
export function dataText(bytes: number, language: string): string {
  const megabytes = bytes / MEGABYTE_BYTES;
  const isLarge = megabytes >= GIGABYTE_MB;
  return new Intl.NumberFormat(language, {
    style: "unit",
    unit: isLarge ? "gigabyte" : "megabyte",
    maximumFractionDigits: isLarge || megabytes < WHOLE_FROM_MB ? 1 : 0,
  }).format(isLarge ? megabytes / GIGABYTE_MB : megabytes);
}
