/** Copies text. Returns false when the browser has no clipboard (a URL without TLS) or rejects. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** Opens the device's share sheet, which must exist; closing it is no error. */
export async function openShareSheet(data: ShareData): Promise<void> {
  await navigator.share(data).catch(() => undefined);
}

/** Shares a URL by the device's share sheet, or copies it where there is none. */
export async function shareOrCopy(
  data: ShareData & { url: string },
): Promise<"offered" | "copied" | "refused"> {
  if ("share" in navigator) {
    await openShareSheet(data);
    return "offered";
  }
  return (await copyText(data.url)) ? "copied" : "refused";
}
