import type { Locator } from "@playwright/test";

/** Returns the video id in a card's URL. */
export async function videoIdOf(card: Locator): Promise<string> {
  const address = new URL((await card.getAttribute("href")) ?? "", "http://card.example");
  return address.searchParams.get("v") ?? "";
}
