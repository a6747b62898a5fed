import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { CATEGORIES } from "#shared/videos/categories.ts";
import { categoryMessages } from "#shared/messages/videos/category.ts";
import { createFakeServer } from "#tests/support/fake-server.ts";
import { renderView } from "#tests/support/render-view.tsx";
import { fill } from "#tests/support/view-actions.ts";
import { CategoryGrid } from "./category-grid.tsx";

const fr = categoryMessages.fr;

function openGrid(at = "/video-on-demand") {
  return renderView(<CategoryGrid />, { at, server: createFakeServer(), language: "fr" });
}

function addressOf(id: string): string {
  return `/fr${CATEGORIES.find((category) => category.id === id)?.path}`;
}

function cards(): (string | null)[] {
  return screen.queryAllByRole("link").map((link) => link.getAttribute("href"));
}

it.each([
  ["PROPHETIES", ["prophecies", "prophecy-confirmations", "personal-prophecies"], "3 catégories"],
  ["louange", ["music"], "1 catégorie"],
  ["  temoignages ", ["testimonies"], "1 catégorie"],
])("the term %j matches French titles and descriptions: %j", async (term, ids, count) => {
  const { user } = openGrid();
  await fill(user, screen.getByRole("searchbox", { name: fr.list.searchCategories }), term);
  expect(cards()).toEqual(ids.map(addressOf));
  expect(screen.getByRole("status").textContent).toBe(count);
});

it("names the search term of a URL without results", () => {
  openGrid("/video-on-demand?q=blockchain");
  expect(
    screen.getByText(fr.list.noCategories("blockchain"), { collapseWhitespace: false }),
  ).toBeDefined();
  expect(screen.getByRole("status").textContent).toBe("");
  expect(cards()).toEqual([]);
});

it("each card has a picture of its own and requests nothing", () => {
  const { server, container } = openGrid();
  const pictures = [...container.querySelectorAll("li svg[viewBox='0 0 320 180']")];
  expect(new Set(pictures.map((picture) => picture.innerHTML)).size).toBe(CATEGORIES.length);
  expect(server.requests).toEqual([]);
});
