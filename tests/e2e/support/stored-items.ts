import type { Page } from "@playwright/test";

/** Returns the keys of the items that the device has stored, which happens after a page shows them. */
export function storedItemKeys(page: Page): Promise<string[]> {
  return page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        const opening = indexedDB.open("synced-items");
        opening.addEventListener("success", () => {
          const listing = opening.result.transaction("items").objectStore("items").getAllKeys();
          listing.addEventListener("success", () => {
            opening.result.close();
            resolve(listing.result.map(String));
          });
        });
      }),
  );
}
