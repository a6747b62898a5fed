import { MINUTE_MS } from "@reign-tv/kit/durations.ts";

const ADDRESS_KEPT_MS = MINUTE_MS;

/** Starts a browser download of the file. */
export function downloadBlob(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), ADDRESS_KEPT_MS);
}
