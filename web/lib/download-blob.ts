import { MINUTE_MS } from "#shared/durations.ts";

const ADDRESS_KEPT_MS = MINUTE_MS;

/** Hands a file to the browser, which asks where to keep it or keeps it among its downloads. */
export function downloadBlob(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), ADDRESS_KEPT_MS);
}
