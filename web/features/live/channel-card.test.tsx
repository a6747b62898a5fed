import { act, screen } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { channelNamed } from "#shared/live/channels.ts";
import type { EmbedMessage } from "#shared/embed/embed-protocol.ts";
import { everyPage as en } from "#shared/messages/en/every-page.ts";
import { dataEstimateMessages } from "#shared/messages/devices/data-estimate.ts";
import { everyPage as fr } from "#shared/messages/fr/every-page.ts";
import { listenMessages } from "#shared/messages/listen.ts";
import { liveTvMessages } from "#shared/messages/live-tv.ts";
import { postedInto, sayFromFrame } from "#tests/support/fake-frames.ts";
import { createFakeServer, json, onHold, unreachable } from "#tests/support/fake-server.ts";
import { testSite } from "#tests/support/site-fixture.ts";
import { renderView } from "#tests/support/render-view.tsx";
import { textOf } from "#tests/support/view-actions.ts";
import { setMiniPlayer } from "#web/base/playback/mini-player.ts";
import { ChannelCard } from "./channel-card.tsx";
import type { StartMode } from "./use-auto-start.ts";

const LIVE = "GET /api/live";
const OWN = testSite().ministry;
/** A provider's player, which asks before it loads anything. */
const PROVIDED = {
  ...OWN,
  channels: {
    ...OWN.channels,
    english: {
      ...channelNamed(OWN.channels, "english"),
      providerHost: "player.example.org",
      isLinear: false,
    },
  },
};

/** The observer of the view; the test triggers it. */
let enterView = () => undefined as void;
let leaveView = () => undefined as void;

beforeEach(() => {
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      constructor(callback: (entries: Partial<IntersectionObserverEntry>[]) => void) {
        enterView = () => callback([{ isIntersecting: true, intersectionRatio: 1 }]);
        leaveView = () => callback([{ isIntersecting: false, intersectionRatio: 0 }]);
      }
      observe(): void {}
      disconnect(): void {}
    },
  );
  vi.stubGlobal("requestIdleCallback", (callback: () => void) => {
    callback();
    return 1;
  });
  vi.stubGlobal("cancelIdleCallback", () => undefined);
});

function status(channel: object): () => Response {
  return () =>
    json({
      v: 1,
      now: "2026-11-19T15:00:00Z",
      pollSeconds: 30,
      channels: [{ id: "english", state: "live", since: null, title: null, ...channel }],
      next: null,
    });
}

type Options = Parameters<typeof renderView>[1] & {
  answering?: () => Response | Promise<Response>;
  isPaused?: boolean;
  startMode?: StartMode;
};

function openCard({
  answering = status({}),
  isPaused = false,
  startMode = "itself",
  ...options
}: Options = {}) {
  const server = createFakeServer();
  server.answer(LIVE, answering);
  const onFullscreen = vi.fn<() => void>();
  const shown = renderView(
    <ChannelCard
      id="english"
      isLeading
      startMode={startMode}
      isPaused={isPaused}
      onFullscreen={onFullscreen}
    />,
    { ...options, server },
  );
  return { ...shown, onFullscreen };
}

/** The line below the channel's name and buttons. */
function programmeLine(): Element | null {
  return screen.getByRole("article").querySelector("p[title]");
}

function frame(): HTMLIFrameElement | null {
  return document.querySelector("iframe");
}

/** Scrolls the player into view and waits for its frame. */
async function start(): Promise<HTMLIFrameElement> {
  act(() => enterView());
  await expect.poll(frame).not.toBeNull();
  const found = frame();
  if (!found) throw new Error("No frame");
  return found;
}

/** Sends a message of the player in the frame. */
function say(message: EmbedMessage, origin?: string): void {
  const found = frame();
  if (found) sayFromFrame(found, message, origin);
}

describe("the current programme", () => {
  it.each([
    ["en", { title: "Morning Worship" }, "Live now · Now playing: Morning Worship"],
    ["en", { state: "rerun", title: "Psalm 23" }, "24/7 channel · Now playing: Psalm 23"],
    ["fr", { state: "rerun", title: "Psaume 23" }, "Chaîne 24 h/24 · En ce moment : Psaume 23"],
    ["fr", { state: "rerun" }, "Chaîne 24 h/24"],
    ["en", { state: "scheduled" }, ""],
    ["en", { state: "offline" }, ""],
    ["en", { state: "unknown", title: "" }, ""],
    ["en", { id: "french", title: "Culte" }, ""],
  ] as const)("in %s of %j is announced as %j", async (language, channel, words) => {
    const { server } = openCard({ language, answering: status(channel) });
    await expect.poll(() => server.to(LIVE).length).toBe(1);
    await expect.poll(() => textOf(programmeLine())).toBe(words);
  });

  it("next to a player of our own channel comes from the player alone, whose picture lags behind", async () => {
    const { server } = openCard({ answering: status({ state: "rerun", title: "Next Psalm" }) });
    await expect.poll(() => server.to(LIVE).length).toBe(1);
    await start();
    await expect.poll(() => textOf(programmeLine())).toBe("24/7 channel");
    say({ v: 1, t: "programme", title: "Psalm 23" });
    expect(textOf(programmeLine())).toBe("24/7 channel · Now playing: Psalm 23");
  });

  it.each([
    ["down", "Interrupted"],
    ["offline", "Off air"],
    ["live", "Live"],
  ] as const)(
    "where the channel is %s the badge says %s until there is a picture",
    async (state, words) => {
      openCard({ answering: status({ state }) });
      expect((await screen.findAllByText(words)).length).toBeGreaterThan(0);
      await start();
      say({ v: 1, t: "state", s: "playing" });
      expect(await screen.findByText("Live")).toBeDefined();
    },
  );

  it.each([
    ["is on its way", onHold().answering],
    ["does not come", unreachable],
    ["is of another kind", () => json({ v: 2, channels: [] })],
  ])("reserves its line when the response %s, and shows the channel", async (_why, answering) => {
    const { server } = openCard({ answering });
    await expect.poll(() => server.to(LIVE).length).toBe(1);
    const heading = screen.getByRole("heading", { level: 3 });
    expect(textOf(programmeLine())).toBe("");
    expect(heading.textContent).toBe("Live Stream English");
  });
});

describe("the player", () => {
  it("waits for its position to come into view, then starts silently in the page's language", async () => {
    openCard({ language: "fr" });
    expect(frame()).toBeNull();
    expect((await start()).getAttribute("src")).toBe(
      "/embed/channel/english?autoplay=1&lang=fr&muted=1&card=1&saver=0&followed=1",
    );
    expect(frame()?.title).toBe("Live Stream English");
  });

  it.each([
    { v: 1, t: "ready" },
    { v: 1, t: "blocked" },
    { v: 1, t: "error", code: "network" },
    { v: 1, t: "state", s: "playing" },
  ] as const)("is replaced by the picture when the frame sends %j", async (message) => {
    openCard();
    const player = await start();
    expect(player.className).toContain("opacity-0");
    say(message);
    expect(player.className).toContain("opacity-100");
  });

  it("stays hidden behind the poster for a message without a picture, and for other windows and origins", async () => {
    openCard();
    const player = await start();
    say({ v: 1, t: "state", s: "buffering" });
    say({ v: 1, t: "muted", on: true });
    say({ v: 1, t: "ready" }, "https://elsewhere.example");
    sayFromFrame(document.createElement("iframe"), { v: 1, t: "ready" });
    expect(player.className).toContain("opacity-0");
  });

  it("is removed while the same stream plays elsewhere", () => {
    openCard({ isPaused: true });
    act(() => enterView());
    expect(frame()).toBeNull();
  });

  it("of a provider stores the visitor's consent without reloading", async () => {
    openCard({ site: { ministry: PROVIDED } });
    const before = (await start()).getAttribute("src");
    say({ v: 1, t: "consent" });
    expect(localStorage.getItem("playerConsents")).toBe('["player.example.org"]');
    expect(frame()?.getAttribute("src")).toBe(before);
  });

  it("of a provider with consent tells its frame", async () => {
    localStorage.setItem("playerConsents", '["player.example.org"]');
    openCard({ site: { ministry: PROVIDED } });
    expect((await start()).getAttribute("src")).toContain("&consent=1");
  });

  it("of our own needs no consent", async () => {
    openCard();
    await start();
    say({ v: 1, t: "consent" });
    expect(localStorage.getItem("playerConsents")).toBeNull();
  });
});

describe("while data is saved", () => {
  it.each([
    ["our own channel", {}, 40],
    ["a channel of elsewhere", { ministry: PROVIDED }, 250],
  ])(
    "%s shows its data estimate, in French, and starts by the keyboard",
    async (_what, site, mb) => {
      localStorage.setItem("dataSaver", "on");
      const { user } = openCard({ language: "fr", site, startMode: "tap" });
      const name = new RegExp(
        `^${liveTvMessages.fr.watch("Live Stream English")}. ${dataEstimateMessages.fr.saverOn}. Environ ${mb}\\sMo par heure$`,
      );
      (await screen.findByRole("button", { name })).focus();
      await user.keyboard("{Enter}");
      await expect.poll(frame).not.toBeNull();
      expect(frame()?.getAttribute("src")).toContain("&tap=1");
      expect(frame()?.getAttribute("src")).toContain("&saver=1");
      expect(frame()?.getAttribute("src")).not.toContain("muted");
      expect(screen.queryByRole("button", { name })).toBeNull();
    },
  );
});

describe("a player that the visitor has not requested", () => {
  it("waits without a button while another one loads", () => {
    openCard({ startMode: "wait" });
    act(() => enterView());
    expect(frame()).toBeNull();
    expect(screen.queryByRole("button", { name: /^Watch/ })).toBeNull();
  });

  it("shows its data estimate where it waits for a tap, and then has sound", async () => {
    const { user } = openCard({ startMode: "tap" });
    await user.click(
      await screen.findByRole("button", {
        name: /^Watch Live Stream English\. About 40\sMB an hour$/,
      }),
    );
    await expect.poll(frame).not.toBeNull();
    expect(frame()?.getAttribute("src")).toContain("&card=1&tap=1");
  });

  it("ignores the page's scrolling where it may play", async () => {
    openCard();
    await start();
    act(() => leaveView());
    expect(frame()).not.toBeNull();
  });
});

describe("picture-in-picture", () => {
  class MiniWindow extends EventTarget {
    readonly document = document.implementation.createHTMLDocument();
    readonly close = vi.fn(() => void this.dispatchEvent(new Event("pagehide")));
  }

  it("opens a window of its own, where the stream then plays, and not twice", async () => {
    const mini = new MiniWindow();
    vi.stubGlobal("documentPictureInPicture", { requestWindow: () => Promise.resolve(mini) });
    const { user } = openCard({ language: "fr" });
    const button = screen.getByRole("button", { name: liveTvMessages.fr.pictureInPicture });
    await user.click(button);
    expect(await screen.findByText(fr.live.pipPlaying)).toBeDefined();
    expect(mini.document.querySelector("iframe")?.src).toContain(
      "/embed/channel/english?autoplay=1",
    );
    act(() => enterView());
    expect(frame()).toBeNull();
    await user.click(button);
    expect(mini.close).toHaveBeenCalledOnce();
    expect(screen.queryByText(fr.live.pipPlaying)).toBeNull();
  });

  it("closes with the page", async () => {
    const mini = new MiniWindow();
    vi.stubGlobal("documentPictureInPicture", { requestWindow: () => Promise.resolve(mini) });
    const { user, unmount } = openCard();
    await user.click(screen.getByRole("button", { name: liveTvMessages.en.pictureInPicture }));
    await screen.findByText(en.live.pipPlaying);
    unmount();
    expect(mini.close).toHaveBeenCalledOnce();
  });

  it("shows a French notice when the browser rejects it", async () => {
    vi.stubGlobal("documentPictureInPicture", {
      requestWindow: () => Promise.reject(new DOMException("No", "NotAllowedError")),
    });
    const { user } = openCard({ language: "fr" });
    await user.click(screen.getByRole("button", { name: liveTvMessages.fr.pictureInPicture }));
    expect(await screen.findByText(liveTvMessages.fr.pipUnsupported)).toBeDefined();
  });

  it.each([
    ["entered", false],
    ["left", false],
    ["unsupported", true],
  ] as const)(
    "that the player answers with %s opens no window: tooltip %s",
    async (answer, isTold) => {
      const { user } = openCard();
      const player = await start();
      await user.click(screen.getByRole("button", { name: liveTvMessages.en.pictureInPicture }));
      await expect.poll(() => postedInto(player)).toEqual([{ v: 1, c: "pip" }]);
      say({ v: 1, t: "pip", r: answer });
      await expect
        .poll(() => screen.queryByText(liveTvMessages.en.pipUnsupported) !== null)
        .toBe(isTold);
    },
  );
});

it("full screen is opened by the section", async () => {
  const { user, onFullscreen } = openCard({ language: "fr" });
  await user.click(screen.getByRole("button", { name: liveTvMessages.fr.fullscreen }));
  expect(onFullscreen).toHaveBeenCalledOnce();
});

it("one that plays with sound continues in the corner when it is scrolled away, and pauses and closes there", async () => {
  const corner = () => screen.queryByRole("region", { name: "Live Stream English" });
  const { user } = openCard();
  const played = await start();
  act(() => leaveView());
  say({ v: 1, t: "muted", on: true });
  say({ v: 1, t: "state", s: "playing" });
  expect(corner()).toBeNull();
  say({ v: 1, t: "muted", on: false });
  expect(corner()?.contains(played)).toBe(true);
  act(() => enterView());
  expect(corner()).toBeNull();
  act(() => leaveView());
  await user.click(screen.getByRole("button", { name: listenMessages.en.pause }));
  say({ v: 1, t: "state", s: "paused" });
  await user.click(screen.getByRole("button", { name: listenMessages.en.play }));
  expect(postedInto(played)).toEqual([
    { v: 1, c: "pause" },
    { v: 1, c: "play" },
  ]);
  say({ v: 1, t: "state", s: "playing" });
  await user.click(screen.getByRole("button", { name: liveTvMessages.en.closePlayer }));
  expect(frame()).toBeNull();
  expect(screen.getByRole("button", { name: /^Watch / })).toBeDefined();
});

describe("beside a video in the corner", () => {
  it("a preview waits until that ends", async () => {
    act(() => setMiniPlayer("video", () => setMiniPlayer("video", null)));
    openCard();
    act(() => enterView());
    const button = await screen.findByRole("button", { name: /^Watch / });
    expect(frame()).toBeNull();
    act(() => setMiniPlayer("video", null));
    expect(button.isConnected).toBe(false);
    expect(frame()?.src).toContain("muted=1");
  });

  it("a requested channel that plays ends it", async () => {
    const end = vi.fn(() => setMiniPlayer("video", null));
    act(() => setMiniPlayer("video", end));
    const { user } = openCard({ startMode: "tap" });
    await user.click(await screen.findByRole("button", { name: /^Watch / }));
    expect(frame()?.src).toContain("tap=1");
    expect(end).not.toHaveBeenCalled();
    say({ v: 1, t: "state", s: "playing" });
    expect(end).toHaveBeenCalledOnce();
  });
});
