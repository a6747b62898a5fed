import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { findReferences } from "#shared/devotional/scripture.domain.ts";
import type { Language } from "#shared/languages.ts";
import { renderView } from "#tests/support/render-view.tsx";
import { PassageLink } from "./passage-link.tsx";

function hrefOf(text: string, writtenIn: Language | null, page: Language): string | null {
  const [found] = findReferences(text);
  if (!found?.reference) throw new Error(`No reference: ${text}`);
  renderView(
    <PassageLink reference={found.reference} language={writtenIn} className="underline">
      {text}
    </PassageLink>,
    { language: page },
  );
  return screen.getByRole("link", { name: text }).getAttribute("href");
}

it.each([
  ["Psalm 51:1", "en", "fr", "/fr/bible?book=psalms&chapter=51&verse=3"],
  ["Psaume 51:3", "fr", "en", "/bible?book=psalms&chapter=51&verse=1"],
  ["Ps 51:3", null, "fr", "/fr/bible?book=psalms&chapter=51&verse=3"],
  ["Ps 51:3", null, "en", "/bible?book=psalms&chapter=51&verse=3"],
] as const)("%s, written in %s, links on a page in %s to %s", (text, writtenIn, page, href) => {
  expect(hrefOf(text, writtenIn, page)).toBe(href);
});
