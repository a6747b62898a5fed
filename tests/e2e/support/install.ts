import type { Page } from "@playwright/test";

/** Result of the browser's install dialog. */
export type InstallDialog = "opens" | "fails";

/** Makes the browser offer an installation, as Chromium does to a trusted visitor. */
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

/** Stores a value in the browser before any page reads it. */
export async function rememberBefore(page: Page, key: string, value: string): Promise<void> {
  await page.addInitScript(([name, text]) => localStorage.setItem(name, text), [
    key,
    value,
  ] as const);
}

/** Scrolls, which makes a visitor eligible for the install card. */
export async function lookAround(page: Page): Promise<void> {
  await page.evaluate(() => window.scrollBy(0, 200));
}
