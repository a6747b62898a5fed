import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { renderView } from "#tests/support/render-view.tsx";
import { openItems } from "./open-items.ts";
import { putItem, removeItem, useItems } from "./use-items.ts";

const bookmark = (verse: number) => ({
  kind: "bookmark" as const,
  book: "PSA",
  chapter: 51,
  from: verse,
  to: verse,
  version: "kjv",
});

function Bookmarks() {
  const { items, isLoaded, isPersistent } = useItems("bible-mark");
  if (!isLoaded) return <p>loading</p>;
  const ids = items.map(({ id }) => id).join(" ");
  return <p>{`${isPersistent ? "kept" : "as long as the page"}: ${ids}`}</p>;
}

it("reflects changes of items; without a store they last as long as the page", async () => {
  renderView(<Bookmarks />);
  await screen.findByText("as long as the page:");
  await putItem("bible-mark", "bookmark:PSA.51.1", bookmark(1));
  await putItem("bible-mark", "bookmark:PSA.51.2", bookmark(2));
  await screen.findByText("as long as the page: bookmark:PSA.51.1 bookmark:PSA.51.2");
  await removeItem("bible-mark", "bookmark:PSA.51.1");
  expect(await screen.findByText("as long as the page: bookmark:PSA.51.2")).toBeDefined();
});

it("hides an item that a newer app wrote, and leaves it unchanged", async () => {
  const store = await openItems();
  const data = { kind: "drawing", strokes: [1, 2] };
  await store.change({ topic: "bible-mark", id: "d", data, sessionAt: null, keepBoth: false });
  renderView(<Bookmarks />);
  await screen.findByText("as long as the page: bookmark:PSA.51.2");
  expect([...store.items().values()]).toContainEqual(expect.objectContaining({ id: "d", data }));
});

it("does not store an item that the account would reject", async () => {
  await expect(putItem("bible-mark", "a b", bookmark(1))).rejects.toThrow("No id");
  await expect(putItem("bible-mark", "x", { ...bookmark(1), chapter: 0 })).rejects.toThrow(
    "Invalid value",
  );
  const unusable = { position: 0, duration: 3_000, state: "watching" as const };
  await expect(putItem("watch-mark", "sermon-1", unusable)).rejects.toThrow("Invalid input");
});
