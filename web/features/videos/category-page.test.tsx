import { act, screen, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { CATEGORIES } from "#shared/videos/categories.ts";
import { categoryMessages } from "#shared/messages/videos/category.ts";
import { offlineMessages } from "#shared/messages/offline.ts";
import { everyPage as messages } from "#shared/messages/fr/every-page.ts";
import { createFakeServer, json, onHold, unreachable } from "#tests/support/fake-server.ts";
import { testCategory } from "#tests/support/ministry-fixture.ts";
import { renderView } from "#tests/support/render-view.tsx";
import { fill } from "#tests/support/view-actions.ts";
import { CategoryPage } from "./category-page.tsx";

const en = categoryMessages.en.list;
const fr = categoryMessages.fr.list;
const PLAYLIST = "GET /functions/v1/youtube-playlist-videos";
const REFRESH = "POST /functions/v1/youtube-playlist-videos";
const MUSIC = testCategory("music");

function answerOf(count: number, changes: object = {}, video: object = {}): Response {
  const videos = Array.from({ length: count }, (_, index) => ({
    id: `clip-song-${index + 1}`,
    title: `Song ${index + 1}: Élevé`,
    description: "",
    thumbnail: "/img/clip/clip-song",
    duration: "1:00",
    viewCount: "",
    publishedAt: "2026-10-01T00:00:00Z",
    ...video,
  }));
  const fetchedAt = new Date().toISOString();
  return json({ videos, source: "bundled", fetchedAt, stale: false, ...changes });
}

type Options = Parameters<typeof renderView>[1] & {
  answering?: () => Response | Promise<Response>;
  showAll?: boolean;
};

function openCategory({ answering = () => answerOf(50), showAll, ...options }: Options = {}) {
  const server = createFakeServer();
  server.answer(PLAYLIST, answering);
  const page = <CategoryPage category={MUSIC} {...(showAll && { showAll })} />;
  return renderView(page, { at: "/videos/music", ...options, server });
}

function firstTitle(): string | undefined {
  const [first] = screen.queryAllByRole("listitem");
  return /Song \d+/.exec(first?.textContent ?? "")?.[0];
}

describe("the page of a list", () => {
  it.each([
    ["", "Song 1", "Page 1 of 3"],
    ["?page=2", "Song 25", "Page 2 of 3"],
    ["?page=3", "Song 49", "Page 3 of 3"],
    ["?page=99", "Song 49", "Page 3 of 3"],
    ["?page=0", "Song 1", "Page 1 of 3"],
    ["?page=-2", "Song 1", "Page 1 of 3"],
    ["?page=1.9", "Song 1", "Page 1 of 3"],
    ["?page=two", "Song 1", "Page 1 of 3"],
  ])("at %j begins with %s: %s", async (search, title, words) => {
    openCategory({ at: `/videos/music${search}` });
    expect(await screen.findByText(words)).toBeDefined();
    expect(firstTitle()).toBe(title);
  });

  it.each([
    [24, false],
    [25, true],
  ])("of %i videos has further pages: %s", async (count, hasMore) => {
    openCategory({ answering: () => answerOf(count) });
    await screen.findAllByRole("listitem");
    expect(screen.queryByRole("navigation", { name: en.pagination }) !== null).toBe(hasMore);
  });

  it("is a single one when all are shown, for any page number in the URL", async () => {
    openCategory({ at: "/videos/music?page=2", showAll: true });
    expect(await screen.findAllByRole("listitem")).toHaveLength(50);
    expect(screen.queryByRole("navigation", { name: en.pagination })).toBeNull();
  });

  it("links to the others in French, with the search and without the first one's number", async () => {
    const { user, address } = openCategory({ at: "/videos/music?q=song&page=2", language: "fr" });
    const nav = within(await screen.findByRole("navigation", { name: fr.pagination }));
    expect(nav.getByRole("link", { name: fr.goToPage(2) }).getAttribute("aria-current")).toBe(
      "page",
    );
    await user.click(nav.getByRole("link", { name: fr.goToPage(1) }));
    await expect.poll(address).toBe("/fr/videos/music?q=song");
    await expect.poll(() => nav.queryByRole("link", { name: fr.previous })).toBeNull();
    expect(nav.getByText(fr.previous).getAttribute("aria-disabled")).toBe("true");
    await user.click(nav.getByRole("link", { name: fr.next }));
    await expect.poll(address).toBe("/fr/videos/music?q=song&page=2");
  });
});

describe("a card of a list", () => {
  const first = () => screen.getAllByRole("listitem")[0]?.textContent ?? "";

  it.each([
    ["en", "12K views · 1:02:03 · Oct 1, 2026"],
    ["fr", "12 k vues · 1:02:03 · 1 oct. 2026"],
  ] as const)("shows the publication date of its video in %s: %s", async (language, facts) => {
    const video = { viewCount: "12K views", duration: "1:02:03" };
    openCategory({ answering: () => answerOf(1, {}, video), language });
    await screen.findAllByRole("listitem");
    expect(first().replaceAll(/\s/g, " ")).toContain(facts);
  });

  it("shows the age of a new video", async () => {
    const publishedAt = new Date(Date.now() - 3 * 3_600_000).toISOString();
    openCategory({ answering: () => answerOf(1, {}, { publishedAt }) });
    expect(await screen.findByText("3 hours ago")).toBeDefined();
  });

  it("shows no age when the date is unknown", async () => {
    const publishedAt = "1970-01-01T00:00:00.000Z";
    openCategory({ answering: () => answerOf(1, {}, { publishedAt, duration: "" }) });
    await screen.findAllByRole("listitem");
    expect(first()).toBe("Song 1: Élevé");
  });
});

describe("searching", () => {
  it("ignores accents and case, counts in French, and resets the page number", async () => {
    const { user, address } = openCategory({ at: "/videos/music?page=2", language: "fr" });
    await screen.findAllByRole("listitem");
    await fill(user, screen.getByRole("searchbox", { name: fr.searchVideos }), "SONG 5: ELEVE");
    expect(screen.getByText(/^Filtrées/).textContent).toBe("Filtrées\u00A0: 1");
    expect(address()).toBe("/fr/videos/music?q=SONG+5%3A+ELEVE");
  });

  it("names a term without results, and its button restores the list", async () => {
    const { user, address } = openCategory({ at: "/videos/music?q=xyz", language: "fr" });
    expect(
      await screen.findByText(fr.noVideos("xyz"), { collapseWhitespace: false }),
    ).toBeDefined();
    await user.click(screen.getByRole("button", { name: fr.clearSearch }));
    expect(firstTitle()).toBe("Song 1");
    expect(address()).toBe("/fr/videos/music");
  });

  it("shows everything for a blank term", async () => {
    openCategory({ at: "/videos/music?q=%20%20" });
    expect(await screen.findAllByRole("listitem")).toHaveLength(24);
  });

  it("offers to search the whole site when it finds nothing here", async () => {
    openCategory({ at: "/videos/music?q=xyz" });
    const everywhere = await screen.findByRole("link", { name: en.searchSite });
    expect(everywhere.getAttribute("href")).toBe("/search?q=xyz");
  });

  it("an empty category is not a search without results", async () => {
    openCategory({ answering: () => answerOf(0), language: "fr" });
    expect(await screen.findByText(messages.videos.emptyCategory)).toBeDefined();
    expect(screen.getByText(/^Total des vidéos/).textContent).toBe("Total des vidéos\u00A0: 0");
  });
});

describe("refreshing the list", () => {
  it("announces itself, asks the platform, and shows the new list", async () => {
    const { user, server } = openCategory({ language: "fr" });
    await screen.findAllByRole("listitem");
    const hold = onHold();
    server.answer(REFRESH, hold.answering);
    await user.click(screen.getByRole("button", { name: fr.refresh }));
    expect(screen.getByRole("button", { name: fr.refreshing })).toHaveProperty("disabled", true);
    expect(screen.getAllByRole("listitem")).toHaveLength(24);
    await expect.poll(() => server.to(REFRESH).length).toBe(1);
    expect(server.to(REFRESH)[0]?.body).toMatchObject({ refresh: true });
    hold.release(answerOf(2));
    await expect.poll(() => screen.getAllByRole("listitem").length).toBe(2);
    expect(screen.getByRole("button", { name: fr.refresh })).toHaveProperty("disabled", false);
  });

  it("falls back to reading the list when it fails once", async () => {
    const { user, server } = openCategory({ answering: () => answerOf(3) });
    await screen.findAllByRole("listitem");
    server.answer(REFRESH, () => json({ error: "busy" }, 503));
    server.answer(PLAYLIST, () => answerOf(4));
    await user.click(screen.getByRole("button", { name: en.refresh }));
    await expect.poll(() => screen.getAllByRole("listitem").length).toBe(4);
    // Without a response at all the list stays.
    server.answer(REFRESH, unreachable);
    server.answer(PLAYLIST, unreachable);
    await user.click(screen.getByRole("button", { name: en.refresh }));
    await expect.poll(() => server.to(REFRESH).length).toBe(2);
    await screen.findByRole("button", { name: en.refresh });
    expect(screen.getAllByRole("listitem")).toHaveLength(4);
  });
});

describe("a list that cannot be read", () => {
  it("offline leads to the content of the device, and loads with the connection", async () => {
    vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    const { server } = openCategory({ answering: unreachable, language: "fr" });
    expect((await screen.findByText(fr.notOnDevice)).getAttribute("role")).toBe("status");
    const here = screen.getByRole("link", { name: offlineMessages.fr.whatIsHere });
    expect(here.getAttribute("href")).toBe("/fr/offline");
    expect(screen.queryByText(fr.totalVideos, { exact: false })).toBeNull();
    server.answer(PLAYLIST, () => answerOf(3));
    act(() => void window.dispatchEvent(new Event("offline")));
    act(() => void window.dispatchEvent(new Event("online")));
    await expect.poll(() => screen.queryAllByRole("listitem").length).toBe(3);
  });

  it("keeps its title, its back link and a placeholder card, in French", async () => {
    openCategory({ answering: () => json({ error: "busy" }, 503), language: "fr" });
    expect(await screen.findByRole("alert")).toBeDefined();
    expect(
      screen.getByText(fr.placeholder("Musique"), { collapseWhitespace: false }),
    ).toBeDefined();
    expect(screen.queryByRole("listitem")).toBeNull();
    const links = screen.getAllByRole("link").map((link) => link.getAttribute("href"));
    const categories = CATEGORIES.map(({ path }) => `/fr${path}`);
    expect(links).toEqual(["/fr/video-on-demand", ...categories, "/fr/podcasts"]);
  });

  it.each([
    [30_000, "en", "Updated this minute"],
    [59 * 60_000, "en", "Updated 59 minutes ago"],
    [60 * 60_000, "fr", "Mis à jour il y a 1 heure"],
    [24 * 3_600_000, "en", "Updated yesterday"],
    [3 * 86_400_000, "fr", "Mis à jour il y a 3 jours"],
  ] as const)(
    "now, but could %i ms ago, tells its age in %s: %s",
    async (ageMs, language, words) => {
      const fetchedAt = new Date(Math.floor(Date.now() / 1_000) * 1_000 - ageMs).toISOString();
      openCategory({ answering: () => answerOf(1, { stale: true, fetchedAt }), language });
      expect(await screen.findByText(words)).toBeDefined();
    },
  );
});

it("a URL whose video is not in the list opens nothing", async () => {
  openCategory({ at: "/videos/music?v=clip-of-yesterday" });
  await screen.findAllByRole("listitem");
  expect(screen.queryByRole("dialog")).toBeNull();
});
