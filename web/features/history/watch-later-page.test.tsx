import { act, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { laterMessages } from "#shared/messages/videos/later.ts";
import { renderView } from "#tests/support/render-view.tsx";
import { openItems } from "#web/base/sync/open-items.ts";
import { putItem, removeItem } from "#web/base/sync/use-items.ts";
import { ContinueRow } from "./continue-row.tsx";
import { WatchLaterPage } from "./watch-later-page.tsx";

const { en, fr } = laterMessages;

const place = (position: number) => ({ position, duration: 3_723, state: "watching" as const });

beforeEach(async () => {
  const { items } = await openItems();
  for (const { id } of items().values()) {
    await removeItem("watch-later", id);
    await removeItem("watch-mark", id);
  }
});

function titles(): (string | null)[] {
  return screen.queryAllByRole("article").map((item) => within(item).getByRole("link").textContent);
}

it("explains how to save a video when there are none, in French", async () => {
  renderView(<WatchLaterPage />, { language: "fr" });
  expect(await screen.findByText(fr.empty)).toBeDefined();
  expect(screen.queryByText(fr.places)).toBeNull();
});

it("lists the last saved first, opens it in its category, and restores it after its removal", async () => {
  await putItem("watch-later", "clip-old", { addedAt: 1, title: "Old", category: "music" });
  await putItem("watch-later", "clip-new", { addedAt: 2, title: "New", category: "of-yesterday" });
  await putItem("watch-later", "clip-bare", { addedAt: 0 });
  const { user } = renderView(<WatchLaterPage />);
  await screen.findByText("Old");
  expect(titles()).toEqual(["New", "Old", en.untitled]);
  const addresses = screen.getAllByRole("link").map((link) => link.getAttribute("href"));
  expect(addresses).toEqual(["/?v=clip-new", "/videos/music?v=clip-old", "/?v=clip-bare"]);
  await user.click(screen.getByRole("button", { name: en.removeOf("New") }));
  await waitFor(() => expect(titles()).toEqual(["Old", en.untitled]));
  await user.click(await screen.findByRole("button", { name: en.undo }));
  await waitFor(() => expect(titles()).toEqual(["New", "Old", en.untitled]));
});

it("resumes positions of all devices, and deletes them one by one or all at once", async () => {
  await putItem("watch-mark", "clip-a", { ...place(1_720.6), title: "Hope", category: "music" });
  await putItem("watch-mark", "clip-b", { ...place(60), title: "Faith" });
  await putItem("watch-mark", "clip-c", { ...place(3_700), state: "done", title: "Over" });
  const { user } = renderView(<WatchLaterPage />);
  const places = within(await screen.findByRole("region", { name: en.places }));
  expect(places.queryByText("Over")).toBeNull();
  expect(places.getByText(en.placeOf("28:40", "1:02:03"))).toBeDefined();
  expect(places.getByRole("link", { name: "Hope" }).getAttribute("href")).toBe(
    "/videos/music?v=clip-a&t=1720",
  );
  await user.click(places.getByRole("button", { name: en.forgetOf("Hope") }));
  await waitFor(() => expect(titles()).toEqual(["Faith"]));
  await user.click(places.getByRole("button", { name: en.forgetAll }));
  await waitFor(() => expect(titles()).toEqual([]));
});

it("on Home, the video played last comes first, from whichever device", async () => {
  localStorage.setItem(
    "watchPositions",
    JSON.stringify([
      {
        id: "clip-a",
        title: "Here",
        thumbnail: "/img/clip/clip-a",
        duration: "1:00",
        viewCount: "",
        category: "music",
        seconds: 20,
        ofSeconds: 60,
      },
    ]),
  );
  await putItem("watch-mark", "clip-b", { ...place(60), title: "There", category: "music" });
  await putItem("watch-mark", "clip-a", { ...place(50), title: "Here", category: "music" });
  await putItem("watch-mark", "clip-c", { ...place(3_700), state: "done", title: "Over" });
  renderView(<ContinueRow />);
  await screen.findByText("There");
  const addresses = screen.getAllByRole("link").map((link) => link.getAttribute("href"));
  expect(addresses).toEqual(["/videos/music?v=clip-a", "/videos/music?v=clip-b&t=60"]);
});

it("on Home, videos of another device have the row to themselves when this one has none", async () => {
  renderView(<ContinueRow />);
  expect(screen.queryByRole("region")).toBeNull();
  expect(document.documentElement.classList).not.toContain("has-kept");
  await act(() => putItem("watch-mark", "clip-b", { ...place(60), title: "There" }));
  expect(screen.getByRole("link").getAttribute("href")).toBe("/?v=clip-b&t=60");
  expect(document.documentElement.classList).toContain("has-kept");
});
