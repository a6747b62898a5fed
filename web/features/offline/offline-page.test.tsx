import { screen } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { offlinePageMessages } from "#shared/messages/offline-page.ts";
import { createFakeServer, unreachable } from "#tests/support/fake-server.ts";
import { renderView } from "#tests/support/render-view.tsx";
import { offlineTextKeys } from "#web/lib/storage/offline-texts.ts";
import { OfflinePage } from "./offline-page.tsx";

vi.mock("#web/lib/storage/offline-texts.ts", async (original) => ({
  ...(await original<object>()),
  offlineTextKeys: vi.fn<() => Promise<string[]>>(),
}));

const { en, fr } = offlinePageMessages;

/** The service worker's pages by path, and the texts' keys. */
function store(pages: Readonly<Record<string, string>>, keys: string[]): void {
  vi.mocked(offlineTextKeys).mockResolvedValue(keys);
  const cache = {
    keys: async () => Object.keys(pages).map((path) => ({ url: `https://site.test${path}` })),
    match: async ({ url }: { url: string }) =>
      new Response(`<head><title>${pages[url.replace("https://site.test", "")]}</title>`),
  };
  vi.stubGlobal("caches", { keys: async () => ["pages-1", "data-1"], open: async () => cache });
}

beforeEach(() => void vi.unstubAllGlobals());

function show(language: "en" | "fr" = "en") {
  const server = createFakeServer();
  server.answer("GET /api/bible/v1/versions", unreachable);
  return renderView(<OfflinePage onPlaying={vi.fn()} />, { server, language });
}

it("links to chapters, whole versions, devotionals and lists of the page's language, the last first", async () => {
  store(
    {
      "/devotional": "Faith &amp; fear | Reign TV",
      "/fr/devotional": "La foi | Reign TV",
      "/videos/sermons": "Latest Sermons | Reign TV",
      "/devotional?day=3": "Day 3 | Reign TV",
      "/": "Home | Reign TV",
    },
    ["bible/kjv/chapter/JHN/3", "bible/lsg/book/REV"],
  );
  show();
  const chapter = await screen.findByRole("link", { name: "John 3" });
  expect(chapter.getAttribute("href")).toBe("/bible?version=kjv&book=john&chapter=3");
  expect(screen.getByRole("heading", { name: "King James Version" })).toBeDefined();
  const whole = screen.getByRole("link", { name: en.wholeVersion });
  expect(whole.getAttribute("href")).toBe("/bible?version=lsg");
  const links = screen.getAllByRole("listitem");
  expect(links.map(({ textContent }) => textContent)).toEqual([
    "Day 3",
    "Faith & fear",
    "Latest Sermons",
  ]);
});

it("an empty device says how to fill it, in French", async () => {
  store({}, []);
  show("fr");
  expect(await screen.findByText(fr.noBible)).toBeDefined();
  expect(screen.getByText(fr.noDevotionals)).toBeDefined();
  expect(screen.getByText(fr.noLists)).toBeDefined();
});
