import { act, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { bookByAlias } from "#shared/bible/bible-books.ts";
import { bibleMessages } from "#shared/messages/reading/bible.ts";
import { renderView } from "#tests/support/render-view.tsx";
import { readyVersion } from "#web/base/reading/bible-versions.fixture.ts";
import { openItems } from "#web/base/sync/open-items.ts";
import { putItem } from "#web/base/sync/use-items.ts";
import { BookmarksSection } from "./bookmarks-section.tsx";

const { en, fr } = bibleMessages;

function openBookmarks(stored: string | null, language: "en" | "fr" = "en") {
  if (stored !== null) localStorage.setItem("bible-bookmarks", stored);
  const open = vi.fn<(target: object) => void>();
  return {
    ...renderView(<BookmarksSection version={readyVersion("kjv")} open={open} />, { language }),
    open,
  };
}

function listed(): string[] {
  return screen.queryAllByRole("listitem").map((item) => item.textContent ?? "");
}

it.each([
  ["nothing is stored", null],
  ["all were removed", "[]"],
  ["none of them is a place of the Bible", '["Hezekiah 3:1","John","<b>1:1</b>"]'],
  ["the store holds something else", '{"John 3:16":true}'],
  ["the store is not JSON", "John 3:16"],
  ["an entry is longer than any place", JSON.stringify([`${"J".repeat(60)} 3:16`])],
])("when %s, the section explains how to set a bookmark, in French", (_case, stored) => {
  openBookmarks(stored, "fr");
  expect(screen.getByText(fr.noBookmarks)).toBeDefined();
  expect(listed()).toEqual([]);
});

it("lists numbered books, and verses beyond 9, in the order of the Bible", () => {
  openBookmarks('["3 John 1:2","John 3:16","John 3:9","2 Samuel 1:1","1 Samuel 3:10","John 2:1"]');
  expect(listed()).toEqual([
    "1 Samuel 3:10",
    "2 Samuel 1:1",
    "John 2:1",
    "John 3:9",
    "John 3:16",
    "3 John 1:2",
  ]);
});

it("names the books in French on a French page and opens the same location", async () => {
  const { user, open } = openBookmarks('["Revelation 22:21"]', "fr");
  expect(screen.getByRole("button", { name: fr.removeBookmark("Apocalypse 22:21") })).toBeDefined();
  await user.click(screen.getByRole("button", { name: "Apocalypse 22:21" }));
  expect(open).toHaveBeenCalledWith({
    place: { book: bookByAlias("revelation"), chapter: 22 },
    verse: 21,
  });
});

it("shows the hint when the last one is removed", async () => {
  const { user } = openBookmarks('["Ruth 1:16"]');
  await user.click(screen.getByRole("button", { name: en.removeBookmark("Ruth 1:16") }));
  expect(screen.getByText(en.noBookmarks)).toBeDefined();
  expect(localStorage.getItem("bible-bookmarks")).toBe("[]");
});

it("keeps unreadable entries in the store when another one is removed", async () => {
  const { user } = openBookmarks('["Tobit 1:1","Ruth 1:16"]');
  await user.click(screen.getByRole("button", { name: en.removeBookmark("Ruth 1:16") }));
  expect(localStorage.getItem("bible-bookmarks")).toBe('["Tobit 1:1"]');
});

it("shows a bookmark that is set in another tab", () => {
  openBookmarks("[]");
  act(() => {
    localStorage.setItem("bible-bookmarks", '["Ruth 1:16"]');
    window.dispatchEvent(new StorageEvent("storage", { key: "bible-bookmarks" }));
  });
  expect(listed()).toEqual(["Ruth 1:16"]);
});

it("names all verses of a bookmark, opens the first and removes them together", async () => {
  const stretch = { book: "PSA", chapter: 51, from: 1, to: 3, version: "kjv" };
  await putItem("bible-mark", "bookmark:PSA.51.1", { kind: "bookmark", ...stretch });
  const { user, open } = openBookmarks(null, "fr");
  await user.click(await screen.findByRole("button", { name: "Psaume 51:1–3" }));
  expect(open).toHaveBeenCalledWith({
    place: { book: bookByAlias("psalms"), chapter: 51 },
    verse: 1,
  });
  await user.click(screen.getByRole("button", { name: fr.removeBookmark("Psaume 51:1–3") }));
  expect(screen.queryByRole("button", { name: "Psaume 51:1–3" })).toBeNull();
  const { items } = await openItems();
  const isGone = () =>
    [...items().values()].every(({ id, deleted }) => id !== "bookmark:PSA.51.1" || deleted);
  await expect.poll(isGone).toBe(true);
});
