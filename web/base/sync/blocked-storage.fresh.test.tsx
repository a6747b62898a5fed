import { screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { renderView } from "#tests/support/render-view.tsx";
import { putItem, useItems } from "./use-items.ts";

function WatchLater() {
  const { items, isLoaded, isPersistent } = useItems("watch-later");
  return <p>{`loaded: ${isLoaded}, kept: ${isPersistent}, items: ${items.length}`}</p>;
}

it("keeps items as long as the page where the browser blocks its database and its channel", async () => {
  function refuse(): never {
    throw new DOMException("Blocked", "SecurityError");
  }
  vi.stubGlobal("indexedDB", { open: refuse });
  vi.stubGlobal("BroadcastChannel", refuse);
  renderView(<WatchLater />);
  await screen.findByText("loaded: true, kept: false, items: 0");
  await putItem("watch-later", "abcdefghijk", { addedAt: 1, title: "Hope", category: "sermons" });
  expect(await screen.findByText("loaded: true, kept: false, items: 1")).toBeDefined();
});
