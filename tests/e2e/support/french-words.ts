import type { Page } from "@playwright/test";
import { accountMessages } from "#shared/messages/account/account.ts";
import { bibleMessages } from "#shared/messages/reading/bible.ts";
import { CATALOGUE } from "#shared/messages/catalogue.ts";
import { categoryMessages } from "#shared/messages/videos/category.ts";
import { devotionalMessages } from "#shared/messages/reading/devotional.ts";
import { liveTvMessages } from "#shared/messages/live-tv.ts";
import { notFoundMessages } from "#shared/messages/not-found.ts";
import { privacyMessages } from "#shared/messages/account/privacy.ts";
import { profileMessages } from "#shared/messages/account/profile.ts";
import { searchMessages } from "#shared/messages/search.ts";
import { tvMessages } from "#shared/messages/devices/tv.ts";
import { watchMessages } from "#shared/messages/videos/watch.ts";
import { expect } from "./page-test.ts";

const CATALOGUES = [
  CATALOGUE,
  accountMessages,
  bibleMessages,
  categoryMessages,
  devotionalMessages,
  liveTvMessages,
  notFoundMessages,
  privacyMessages,
  profileMessages,
  searchMessages,
  tvMessages,
  watchMessages,
];

/** Returns the plain texts of a catalogue, without templates. */
function textsOf(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(textsOf);
}

const FRENCH = new Set(CATALOGUES.flatMap(({ fr }) => textsOf(fr)));
const ONLY_ENGLISH = new Set(
  CATALOGUES.flatMap(({ en }) => textsOf(en)).filter(
    (text) => /\p{L}{2}/u.test(text) && !FRENCH.has(text),
  ),
);

/**
 * Returns English catalogue texts that a French page shows, reads aloud or has in its head, except those marked as
 * English.
 */
export async function englishWordsOf(page: Page): Promise<string[]> {
  const words = await page.evaluate(() => {
    const isEnglish = (node: Node) => !!node.parentElement?.closest('[lang="en"], script, style');
    const found: string[] = [document.title];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (!isEnglish(node)) found.push(node.textContent ?? "");
    }
    for (const name of ["aria-label", "title", "alt", "placeholder"]) {
      for (const element of document.querySelectorAll(`[${name}]`)) {
        if (!element.closest('[lang="en"]')) found.push(element.getAttribute(name) ?? "");
      }
    }
    for (const meta of document.querySelectorAll('meta[name="description"], meta[property^="og:"]'))
      found.push(meta.getAttribute("content") ?? "");
    return found.map((text) => text.trim()).filter((text) => text !== "");
  });
  expect(words.length).toBeGreaterThan(5);
  return words.filter((text) => ONLY_ENGLISH.has(text));
}
