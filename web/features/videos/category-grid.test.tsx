import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { CATEGORIES } from "#shared/videos/categories.ts";
import { categoryMessages } from "#shared/messages/videos/category.ts";
import { createFakeServer, json, unreachable } from "#tests/support/fake-server.ts";
import { renderView } from "#tests/support/render-view.tsx";
import { fill } from "#tests/support/view-actions.ts";
import { CategoryGrid } from "./category-grid.tsx";

const fr = categoryMessages.fr;
const PLAYLIST = "GET /functions/v1/youtube-playlist-videos";
const NEWEST = {
  id: "clip-newest",
  title: "Newest",
  description: "",
  thumbnail: "/img/clip/clip-newest",
  duration: "",
  viewCount: "",
  publishedAt: "2026-10-01T00:00:00Z",
};

function openGrid(at = "/video-on-demand", videos: readonly object[] = [NEWEST]) {
  const server = createFakeServer();
  server.answer(PLAYLIST, () =>
    json({ videos, source: "bundled", fetchedAt: "2026-10-04T10:00:00Z", stale: false }),
  );
  return renderView(<CategoryGrid />, { at, server, language: "fr" });
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

it("each card requests its newest video alone and shows its thumbnail", async () => {
  const { server } = openGrid("/video-on-demand?q=louange");
  const card = within(screen.getByRole("link"));
  const picture = await card.findByRole("presentation", { hidden: true });
  expect(picture.getAttribute("src")).toContain("/img/clip/clip-newest/");
  expect(server.to(PLAYLIST)[0]?.search.toString()).toBe(
    "playlistId=library-music&limit=1&language=fr",
  );
});

it.each([
  ["is empty", () => json({ videos: [], source: "rss", fetchedAt: "", stale: false })],
  ["cannot be read", unreachable],
])("a category whose list %s keeps its card and its link", async (_why, answering) => {
  const server = createFakeServer();
  server.answer(PLAYLIST, answering);
  renderView(<CategoryGrid />, { at: "/video-on-demand?q=louange", server, language: "fr" });
  await expect.poll(() => server.to(PLAYLIST).length).toBeGreaterThan(0);
  expect(screen.getByRole("link").textContent).toContain(fr.categories.music.description);
  expect(screen.queryByRole("presentation", { hidden: true })).toBeNull();
});
