import { act, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { laterMessages } from "#shared/messages/videos/later.ts";
import { watchMessages } from "#shared/messages/videos/watch.ts";
import { createFakeServer } from "#tests/support/fake-server.ts";
import { MEMBER } from "#tests/support/member.ts";
import { signInMember } from "#tests/support/member-session.ts";
import { renderView } from "#tests/support/render-view.tsx";
import { textOf } from "#tests/support/view-actions.ts";
import { openItems } from "#web/base/sync/open-items.ts";
import { putItem } from "#web/base/sync/use-items.ts";
import { WatchHistoryPage } from "./watch-history-page.tsx";

const { en, fr } = watchMessages;
const LOADING = new RegExp(`${en.loading}|${fr.loading}`);
const KEY = `watchHistory_${MEMBER.id}`;
const SERMON = {
  id: "AAAAAAAA001",
  title: "Walking in Purpose",
  thumbnail: "/img/yt/AAAAAAAA001",
  duration: "1:02:03",
  viewCount: "12K views",
  category: "sermons",
  watchedAt: "2026-10-04T10:00:00.000Z",
};
const OWN_VIDEO = "clip-own-0123456789ab";
const SONG = { ...SERMON, id: "clip-psalm-23", title: "Song", category: "music", viewCount: "" };

async function openHistory(
  history: readonly object[],
  options: Parameters<typeof renderView>[1] = {},
) {
  const server = createFakeServer();
  await signInMember(server);
  localStorage.setItem(KEY, JSON.stringify(history));
  const view = renderView(<WatchHistoryPage />, { at: "/watch-history", ...options, server });
  // Until the store of the other devices is read.
  await waitFor(() => expect(screen.queryByRole("status", { name: LOADING })).toBeNull());
  return view;
}

function firstItem(): ReturnType<typeof within> {
  const [first] = screen.getAllByRole("article");
  if (!first) throw new Error("The history is empty");
  return within(first);
}

describe("who sees it", () => {
  it("no one without a session, even with stored entries, beside what the device continues, in French", async () => {
    localStorage.setItem(KEY, JSON.stringify([SERMON]));
    const position = { ...SERMON, seconds: 20, ofSeconds: 60 };
    localStorage.setItem("watchPositions", JSON.stringify([position]));
    renderView(<WatchHistoryPage />, { language: "fr" });
    const row = await screen.findByRole("region", { name: fr.continueWatching });
    expect(within(row).getByRole("link").textContent).toContain(SERMON.title);
    expect(await screen.findByText(fr.signInPrompt)).toBeDefined();
    expect(screen.queryByRole("article")).toBeNull();
    const link = screen.getByRole("link", { name: fr.signIn });
    expect(link.getAttribute("href")).toBe("/fr/auth");
  });

  it("each member their own entries, not another one's on the same device", async () => {
    localStorage.setItem("watchHistory_somebody-else", JSON.stringify([SERMON]));
    await openHistory([], { language: "fr" });
    expect(await screen.findByRole("heading", { name: fr.empty })).toBeDefined();
    const link = screen.getByRole("link", { name: fr.browse });
    expect(link.getAttribute("href")).toBe("/fr/video-on-demand");
  });
});

describe("an entry", () => {
  it.each([
    ["en", SERMON, "Sermons · 12K views"],
    ["fr", SERMON, "Sermons · 12 k vues"],
    ["fr", { ...SERMON, category: "testimonies", viewCount: "1 view" }, "Témoignages · 1 vue"],
    ["en", SONG, "Music"],
    ["en", { ...SERMON, category: "of-yesterday" }, "12K views"],
    ["en", { ...SONG, category: "" }, ""],
  ] as const)(
    "in %s of %j tells the facts that there are: %j",
    async (language, watched, facts) => {
      await openHistory([watched], { language });
      const title = firstItem().getByRole("heading", { level: 2 });
      expect(title.textContent).toBe(watched.title);
      expect(textOf(title.nextElementSibling)).toBe(facts);
    },
  );

  it("without a length has no empty badge on its image", async () => {
    await openHistory([{ ...SERMON, duration: "" }]);
    const picture = firstItem().getByRole("presentation", { hidden: true });
    expect(picture.parentElement?.textContent).toBe("");
  });

  it.each([
    [SERMON, "en", "https://www.youtube.com/watch?v=AAAAAAAA001"],
    [{ ...SERMON, id: "a&b=c" }, "en", "https://www.youtube.com/watch?v=a%26b%3Dc"],
    [SONG, "fr", "/fr/videos/music?v=clip-psalm-23"],
    [{ ...SONG, id: OWN_VIDEO }, "en", `/videos/music?v=${OWN_VIDEO}`],
    [{ ...SONG, category: "of-yesterday" }, "fr", "/fr?v=clip-psalm-23"],
  ] as const)("%j links in %s to %s", async (watched, language, address) => {
    await openHistory([watched], { language });
    const link = firstItem().getByRole("link", {
      name: new RegExp(watchMessages[language].watchAgain),
    });
    expect(link.getAttribute("href")).toBe(address);
  });

  it("in the native app shows its image from the server", async () => {
    await openHistory([SERMON], {
      site: { serverUrl: "https://tv.example", siteUrl: "https://tv.example" },
    });
    const picture = firstItem().getByRole("presentation", { hidden: true });
    expect(picture.getAttribute("src")).toContain("https://tv.example/img/yt/AAAAAAAA001/");
  });
});

describe("the list", () => {
  it.each([
    ["en", 1, "1 video"],
    ["en", 3, "3 videos"],
    ["fr", 1, "1 vidéo"],
    ["fr", 3, "3 vidéos"],
  ] as const)("in %s of %i says so: %s", async (language, count, words) => {
    const history = Array.from({ length: count }, (_, index) => ({ ...SERMON, id: `id-${index}` }));
    await openHistory(history, { language });
    expect(screen.getByText(words)).toBeDefined();
    expect(screen.getAllByRole("article")).toHaveLength(count);
  });

  it.each([
    ["no time", [{ ...SERMON, watchedAt: "yesterday" }]],
    ["a title longer than any", [{ ...SERMON, title: "A".repeat(501) }]],
    ["a number for an id", [{ ...SERMON, id: 7 }]],
  ])("with %s is moved away, and the page is empty", async (_what, history) => {
    await openHistory(history);
    expect(screen.getByRole("heading", { name: en.empty })).toBeDefined();
    expect(localStorage.getItem(`${KEY}.bad`)).toBe(JSON.stringify(history));
  });

  it("shows what another page adds while it is open", async () => {
    await openHistory([SONG]);
    act(() => {
      localStorage.setItem(KEY, JSON.stringify([SERMON, SONG]));
      window.dispatchEvent(new StorageEvent("storage", { key: KEY }));
    });
    expect(screen.getAllByRole("article")).toHaveLength(2);
  });

  it("loses one entry by its own button, and is empty after the last one", async () => {
    const { user } = await openHistory([SERMON, SONG], { language: "fr" });
    await user.click(screen.getByRole("button", { name: fr.removeOf(SONG.title) }));
    expect(screen.getAllByRole("article")).toHaveLength(1);
    expect(textOf(await screen.findByText(fr.removedText))).toBe(fr.removedText);
    await user.click(screen.getByRole("button", { name: fr.removeOf(SERMON.title) }));
    expect(screen.getByRole("heading", { name: fr.empty })).toBeDefined();
  });
});

describe("entries of the account's other devices", () => {
  const place = { position: 60, duration: 3_723, category: "music" };
  const titles = () =>
    screen.getAllByRole("article").map((item) => item.querySelector("h2")?.textContent);

  it("are in the list too, last watched first, each video once", async () => {
    await openHistory([SERMON]);
    await act(async () => {
      await putItem("watch-mark", "clip-a", { ...place, state: "watching", title: "Left" });
      await putItem("watch-mark", "clip-b", { ...place, state: "done", title: "Over" });
      await putItem("watch-mark", "clip-c", { ...place, state: "hidden", title: "Hidden" });
      await putItem("watch-mark", SERMON.id, { ...place, state: "done", title: "Twice" });
    });
    expect(titles()).toEqual(expect.arrayContaining(["Over", "Left", SERMON.title]));
    expect(titles().at(-1)).toBe(SERMON.title);
    expect(titles()).toHaveLength(3);
    expect(screen.getByText("3 videos")).toBeDefined();
    const [left] = screen.getAllByRole("article").filter((item) => textOf(item).includes("Left"));
    const link = within(left ?? document.body).getByRole("link");
    expect(link.getAttribute("href")).toBe("/videos/music?v=clip-a");
  });

  it("are deleted with their entry, and with the whole history", async () => {
    const { user } = await openHistory([SERMON]);
    await user.click(await screen.findByRole("button", { name: en.removeOf("Left") }));
    await user.click(screen.getByRole("button", { name: en.removeOf(SERMON.title) }));
    await expect.poll(titles).toEqual(["Over"]);
    await user.click(screen.getByRole("button", { name: en.clearAll }));
    await user.click(screen.getByRole("button", { name: en.clearConfirm }));
    expect(await screen.findByRole("heading", { name: en.empty })).toBeDefined();
    const { items } = await openItems();
    const told = [...items().values()].filter(({ deleted }) => !deleted).map(({ id }) => id);
    expect(told).toEqual(["clip-c"]);
  });
});

describe("clearing it", () => {
  it.each([["cancel"], ["close"]] as const)("is given up by %s: nothing goes", async (button) => {
    const { user } = await openHistory([SERMON, SONG], { language: "fr" });
    await user.click(screen.getByRole("button", { name: fr.clearAll }));
    const dialog = within(screen.getByRole("dialog", { name: fr.clearTitle }));
    expect(dialog.getByText(fr.clearText)).toBeDefined();
    await user.click(dialog.getByRole("button", { name: fr[button] }));
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(screen.getAllByRole("article")).toHaveLength(2);
    expect(document.activeElement).toBe(screen.getByRole("button", { name: fr.clearAll }));
  });

  it("keeps what others watched on the same device", async () => {
    localStorage.setItem("watchHistory_somebody-else", JSON.stringify([SERMON]));
    const { user } = await openHistory([SERMON]);
    await user.click(screen.getByRole("button", { name: en.clearAll }));
    await user.click(screen.getByRole("button", { name: en.clearConfirm }));
    expect(await screen.findByText(en.clearedText)).toBeDefined();
    expect(localStorage.getItem("watchHistory_somebody-else")).toBe(JSON.stringify([SERMON]));
  });
});

it("pauses and resumes recording by one tap, also for a visitor, in French", async () => {
  const { user } = renderView(<WatchHistoryPage />, { at: "/watch-history", language: "fr" });
  const pause = await screen.findByRole("button", { name: laterMessages.fr.pausePlaces });
  await user.click(pause);
  expect(pause.getAttribute("aria-pressed")).toBe("true");
  expect(pause.nextElementSibling?.textContent).toBe(laterMessages.fr.placesPaused);
  expect(localStorage.getItem("watchPlacesPaused")).toBe("true");
  await user.click(pause);
  expect(localStorage.getItem("watchPlacesPaused")).toBe("false");
});
