import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { categoryMessages } from "#shared/messages/videos/category.ts";
import { createFakeServer, json } from "#tests/support/fake-server.ts";
import { testCategory } from "#tests/support/ministry-fixture.ts";
import { renderView } from "#tests/support/render-view.tsx";
import { CategoryPage } from "./category-page.tsx";

const en = categoryMessages.en.list;
const fr = categoryMessages.fr.list;
const MUSIC = testCategory("music");

type Facts = { language?: string; duration?: string; publishedAt?: string };

/** Three songs in English, two in French, and one without data. */
const SONGS: Facts[] = [
  { language: "en", duration: "3:00", publishedAt: "2026-10-01T00:00:00Z" },
  { language: "en", duration: "12:00", publishedAt: "2026-09-01T00:00:00Z" },
  { language: "en", duration: "1:02:03", publishedAt: "2025-10-01T00:00:00Z" },
  { language: "fr", duration: "3:30", publishedAt: "2026-08-01T00:00:00Z" },
  { language: "fr", duration: "25:00", publishedAt: "2025-08-01T00:00:00Z" },
  {},
];

type Options = { at?: string; language?: "en" | "fr"; songs?: Facts[] };

async function openSongs({ at = "", language = "en", songs = SONGS }: Options = {}) {
  const server = createFakeServer();
  const videos = songs.map((facts, index) => ({
    id: `clip-song-${index + 1}`,
    title: `Song ${index + 1}`,
    description: "",
    thumbnail: "/img/clip/clip-song",
    duration: "",
    viewCount: "",
    publishedAt: "1970-01-01T00:00:00.000Z",
    ...facts,
  }));
  server.answer("GET /functions/v1/youtube-playlist-videos", () =>
    json({ videos, source: "api", fetchedAt: new Date().toISOString(), stale: false }),
  );
  const view = renderView(<CategoryPage category={MUSIC} />, {
    at: `/videos/music${at}`,
    language,
    server,
  });
  await screen.findByText(String(songs.length), { selector: "p:first-child > strong" });
  return view;
}

const choices = (name: string) =>
  within(screen.getByRole("combobox", { name }))
    .getAllByRole("option")
    .map((option) => option.textContent);
const titles = () =>
  screen.queryAllByRole("listitem").map((item) => /Song \d/.exec(item.textContent)?.[0]);

it("a list offers filters in which its videos differ, with counts, in French", async () => {
  await openSongs({ language: "fr" });
  expect(choices("Langue")).toEqual(["Toutes les langues", "English (3)", "Français (2)"]);
  expect(choices("Année")).toEqual(["Toutes les années", "2026 (3)", "2025 (2)"]);
  expect(choices("Durée")).toEqual([
    "Toutes les durées",
    "Moins de 5 minutes (2)",
    "De 5 à 20 minutes (1)",
    "Plus de 20 minutes (2)",
  ]);
  expect(screen.queryByRole("link", { name: fr.filters.clear })).toBeNull();
});

it("a choice narrows the list, is in the URL without its page, and updates the other counts", async () => {
  const { user, address } = await openSongs({ at: "?page=2&q=song" });
  await user.selectOptions(screen.getByRole("combobox", { name: "Language" }), "fr");
  expect(titles()).toEqual(["Song 4", "Song 5"]);
  expect(address()).toBe("/videos/music?q=song&lang=fr");
  expect(screen.getByText(new RegExp(`^${en.filtered}`)).textContent).toBe("Filtered: 2");
  expect(choices("Length")).toEqual(["Any length", "Under 5 minutes (1)", "Over 20 minutes (1)"]);
  await user.selectOptions(screen.getByRole("combobox", { name: "Length" }), "long");
  expect(titles()).toEqual(["Song 5"]);
  expect(address()).toBe("/videos/music?q=song&lang=fr&length=long");
});

it("one button holds the filters and shows how many are chosen; Escape and a press elsewhere close them", async () => {
  const { user, container } = await openSongs({ at: "?lang=fr&year=2025" });
  const menu = container.querySelector("details");
  const button = menu?.querySelector("summary");
  if (!menu || !button) throw new Error("The page has no filters");
  expect(button.textContent).toBe(`${en.filters.all}2`);
  menu.open = true;
  screen.getByRole("combobox", { name: "Language" }).focus();
  await user.keyboard("{Escape}");
  expect(menu.open).toBe(false);
  expect(document.activeElement).toBe(button);
  menu.open = true;
  await user.click(screen.getByRole("combobox", { name: "Year" }));
  expect(menu.open).toBe(true);
  await user.click(screen.getByRole("heading", { level: 1 }));
  expect(menu.open).toBe(false);
});

it("one control clears all choices and keeps the search", async () => {
  const { user, address } = await openSongs({ at: "?q=song&lang=fr&year=2025&length=long" });
  expect(titles()).toEqual(["Song 5"]);
  await user.click(screen.getByRole("link", { name: en.filters.clear }));
  await expect.poll(address).toBe("/videos/music?q=song");
  await expect.poll(titles).toHaveLength(6);
});

it('"any" clears one choice', async () => {
  const { user, address } = await openSongs({ at: "?lang=fr" });
  await user.selectOptions(screen.getByRole("combobox", { name: "Language" }), "");
  expect(address()).toBe("/videos/music");
});

it("cards and pages keep the choice in their URLs", async () => {
  await openSongs({ at: "?lang=fr" });
  const [card] = within(screen.getAllByRole("listitem")[0] ?? document.body).getAllByRole("link");
  expect(card?.getAttribute("href")).toBe("/videos/music?lang=fr&v=clip-song-4");
});

it("choices without results say so, with a way back", async () => {
  const { user } = await openSongs({ at: "?lang=fr&length=medium" });
  expect(screen.getByText(en.filters.nothing)).toBeDefined();
  const [, below] = screen.getAllByRole("link", { name: en.filters.clear });
  if (!below) throw new Error("Nothing below the list clears the filters");
  await user.click(below);
  await expect.poll(titles).toHaveLength(6);
});

it.each(["?lang=klingon", "?year=soon", "?length=9"])(
  "a URL with %j filters nothing",
  async (at) => {
    await openSongs({ at });
    expect(titles()).toHaveLength(6);
    expect(screen.queryByText(new RegExp(`^${en.filtered}`))).toBeNull();
  },
);

it("a list of equal videos offers no filter", async () => {
  const alike = { language: "en", duration: "3:00", publishedAt: "2026-10-01T00:00:00Z" };
  await openSongs({ songs: [alike, alike] });
  expect(screen.queryByRole("form", { name: en.filters.all })).toBeNull();
});

it("languages that the site does not speak have their own names", async () => {
  await openSongs({ songs: [{ language: "sw" }, { language: "en" }] });
  expect(choices("Language").slice(1).toSorted()).toEqual(["English (1)", "Kiswahili (1)"]);
});
