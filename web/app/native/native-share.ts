import { Share } from "@capacitor/share";

/** Gives Android's web view, which has none, the browser's way to share; iOS brings its own. */
export function offerShare(): void {
  if ("share" in navigator) return;
  Object.defineProperty(navigator, "share", {
    value: async ({ title, text, url }: ShareData): Promise<void> => {
      await Share.share({
        ...(title !== undefined && { title }),
        ...(text !== undefined && { text }),
        ...(url !== undefined && { url }),
      });
    },
  });
}
