import { act, screen, within } from "@testing-library/react";
import { useEffect, useReducer } from "react";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { everyPage as en } from "#shared/messages/en/every-page.ts";
import { everyPage as fr } from "#shared/messages/fr/every-page.ts";
import { createFakeServer, json, onHold, unreachable } from "#tests/support/fake-server.ts";
import { renderView } from "#tests/support/render-view.tsx";
import { testSite } from "#tests/support/site-fixture.ts";
import { frameView } from "#tests/support/view-frame.tsx";
import { closeHydrationGates, openHydrationGates } from "#web/lib/hydration-gate.ts";
import { VideoRow } from "./video-card.tsx";

const PLAYLIST = "GET /functions/v1/youtube-playlist-videos";
const VIDEO = {
  id: "clip-psalm-23",
  title: "The Lord Is My Shepherd",
  description: "",
  thumbnail: "/img/clip/clip-psalm-23",
  duration: "1:00",
  viewCount: "1.2K views",
  publishedAt: "2026-10-01T00:00:00Z",
};

function answerOf(count: number, changes: object = {}): Response {
  const videos = Array.from({ length: count }, (_, index) => ({
    ...VIDEO,
    id: `clip-psalm-${index}`,
    ...changes,
  }));
  return json({ videos, source: "bundled", fetchedAt: "2026-10-04T10:00:00Z", stale: false });
}

type Options = Parameters<typeof renderView>[1] & {
  answering?: () => Response | Promise<Response>;
  maxItems?: number;
};

function openRow({ answering = () => answerOf(1), maxItems = 5, ...options }: Options = {}) {
  const server = createFakeServer();
  server.answer(PLAYLIST, answering);
  return renderView(
    <VideoRow
      id="music"
      title="Music"
      playlistId="library-music"
      viewAllPath="/videos/music"
      maxItems={maxItems}
    />,
    { ...options, server },
  );
}

describe("a row", () => {
  it("has a name for screen readers while it loads, in French", () => {
    const hold = onHold();
    openRow({ answering: hold.answering, language: "fr" });
    expect(screen.getByRole("status", { name: fr.videos.loadingRow })).toBeDefined();
    expect(screen.queryByRole("link", { name: /Lord/ })).toBeNull();
    hold.release(answerOf(0));
  });

  it.each([
    ["the server does not respond", unreachable],
    ["the function fails", () => json({ error: "quota" }, 502)],
    ["the answer has another shape", () => json({ videos: [{ id: 7 }] })],
  ])("says so in French when %s, after one retry", async (_why, answering) => {
    const { server } = openRow({ answering, language: "fr" });
    expect((await screen.findByText(fr.videos.loadError)).getAttribute("role")).toBe("status");
    expect(server.to(PLAYLIST)).toHaveLength(2);
    expect(screen.getByRole("link", { name: fr.home.viewAllOf("Music") })).toBeDefined();
  });

  it("shows a text for an empty list", async () => {
    openRow({ answering: () => answerOf(0) });
    expect(await screen.findByText(en.videos.emptyCategory)).toBeDefined();
  });

  it("shows no more than fit, and requests no more", async () => {
    const { server } = openRow({ answering: () => answerOf(9), maxItems: 3 });
    expect(await screen.findAllByRole("listitem")).toHaveLength(3);
    expect(server.to(PLAYLIST)[0]?.search.toString()).toBe(
      "playlistId=library-music&limit=3&language=en",
    );
  });

  it("marks a title in another language than the page for screen readers", async () => {
    openRow({ answering: () => answerOf(1, { language: "en" }), language: "fr" });
    expect((await screen.findByText(VIDEO.title)).lang).toBe("en");
  });

  it("links to its whole list in the page's language", () => {
    openRow({ language: "fr" });
    const link = screen.getByRole("link", { name: fr.home.viewAllOf("Music") });
    expect(link.getAttribute("href")).toBe("/fr/videos/music");
  });
});

it("a row that waits for its hydration keeps its markup when the page renders again", async () => {
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      observe = () => undefined;
      disconnect = () => undefined;
    },
  );
  let renderAgain = (): void => undefined;
  function Page() {
    const [, again] = useReducer((count: number) => count + 1, 0);
    useEffect(() => {
      renderAgain = again;
    }, []);
    return <VideoRow id="music" title="Music" playlistId="library-music" viewAllPath="/" />;
  }
  const frame = () => frameView(<Page />, testSite(), "/").element;
  const root = document.createElement("div");
  root.innerHTML = renderToString(frame());
  const heading = root.querySelector("h2");
  closeHydrationGates();
  onTestFinished(openHydrationGates);
  const page = await act(() => hydrateRoot(root, frame()));
  await act(async () => renderAgain());
  expect(heading?.textContent).toBe("Music");
  expect(root.querySelector("h2")).toBe(heading);
  act(() => page.unmount());
});

describe("a card", () => {
  it.each([
    ["a video of the platform", "AAAAAAAA001", fr.videos.platformNotice],
    ["a clip of our own", "clip-psalm-23", ""],
  ])("of %s (%s) names its host: %j", async (_what, id, notice) => {
    openRow({ answering: () => answerOf(1, { id }), language: "fr" });
    const link = await screen.findByRole("link", { name: /The Lord/ });
    expect(link.title).toBe(notice);
  });

  it.each([
    [{ duration: "", viewCount: "" }, ""],
    [{ duration: "", viewCount: "1 view" }, "1 vue"],
    [{ duration: "1:02:03", viewCount: "" }, "1:02:03"],
  ])("shows the known data of %j in French: %j", async (changes, facts) => {
    openRow({ answering: () => answerOf(1, changes), language: "fr" });
    const link = await screen.findByRole("link", { name: /The Lord/ });
    expect(link.lastElementChild?.textContent?.replaceAll("\u00a0", " ")).toBe(facts);
  });

  it("opens its video on the same page and keeps the other parameters of the URL", async () => {
    const { user, address } = openRow({ at: "/videos/music?q=lord&page=2" });
    await user.click(await screen.findByRole("link", { name: /The Lord/ }));
    await expect.poll(address).toBe("/videos/music?page=2&q=lord&v=clip-psalm-0");
  });

  it("shows how far its video was watched on this device", async () => {
    const position = {
      ...VIDEO,
      id: "clip-psalm-0",
      category: "music",
      seconds: 30,
      ofSeconds: 60,
    };
    localStorage.setItem("watchPositions", JSON.stringify([position]));
    openRow({ language: "fr" });
    const item = within(await screen.findByRole("listitem"));
    expect(item.getByRole("progressbar", { name: "Vue à 50\u202f%" })).toBeDefined();
  });

  it("in the native app takes its thumbnail from the server", async () => {
    openRow({ site: { serverUrl: "https://tv.example" } });
    await screen.findByRole("listitem");
    const picture = screen.getByRole("presentation", { hidden: true });
    expect(picture.getAttribute("src")).toContain("https://tv.example/img/clip/clip-psalm-23/");
  });
});
