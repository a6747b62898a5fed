import type { Locator } from "@playwright/test";

/** The video that a card leads to: its id stands in the card's address. */
export async function videoIdOf(card: Locator): Promise<string> {
  const address = new URL((await card.getAttribute("href")) ?? "", "http://card.example");
  return address.searchParams.get("v") ?? "";
}
