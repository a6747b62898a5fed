/** Copies a text; false where the browser gives no clipboard (an address without TLS) or refuses. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** Opens the device's share sheet, which must be there; closing it is no fault. */
export async function openShareSheet(data: ShareData): Promise<void> {
  await navigator.share(data).catch(() => undefined);
}

/** Passes an address on by the device's share sheet; where there is none, copies it. */
export async function shareOrCopy(
  data: ShareData & { url: string },
): Promise<"offered" | "copied" | "refused"> {
  if ("share" in navigator) {
    await openShareSheet(data);
    return "offered";
  }
  return (await copyText(data.url)) ? "copied" : "refused";
}
