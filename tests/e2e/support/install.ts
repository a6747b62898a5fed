import type { Page } from "@playwright/test";

/** How the browser's install dialog behaves when a page asks for it. */
export type InstallDialog = "opens" | "fails";

/** Makes the browser offer an installation, as Chromium does to a visitor it trusts. */
export async function offerInstallation(page: Page, dialog: InstallDialog): Promise<void> {
  await page.evaluate((behaviour) => {
    const event = Object.assign(new Event("beforeinstallprompt", { cancelable: true }), {
      prompt: () => {
        document.documentElement.dataset["installDialog"] = behaviour;
        return behaviour === "opens"
          ? Promise.resolve({ outcome: "accepted" })
          : Promise.reject(new Error("The install dialog failed"));
      },
    });
    window.dispatchEvent(event);
    document.documentElement.dataset["offerHeld"] = String(event.defaultPrevented);
  }, dialog);
}

/** Puts a value into the browser's storage before any page reads it. */
export async function rememberBefore(page: Page, key: string, value: string): Promise<void> {
  await page.addInitScript(([name, text]) => localStorage.setItem(name, text), [
    key,
    value,
  ] as const);
}

/** Scrolls, as a visitor does to whom the install card may come. */
export async function lookAround(page: Page): Promise<void> {
  await page.evaluate(() => window.scrollBy(0, 200));
}
