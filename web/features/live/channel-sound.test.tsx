import { act, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { listenMessages } from "#shared/messages/listen.ts";
import { offlineMessages } from "#shared/messages/offline.ts";
import { createFakeServer, json } from "#tests/support/fake-server.ts";
import { postedInto, sayFromFrame } from "#tests/support/fake-frames.ts";
import { renderView } from "#tests/support/render-view.tsx";
import { listenControls, nowListening, stopListening } from "#web/base/audio/now-listening.ts";
import { fakeMediaElements, soundElement } from "#web/base/audio/sound-element.fixture.ts";
import { ChannelCard } from "./channel-card.tsx";
import { requestPicture } from "./picture-request.ts";

const { en } = listenMessages;
/** 15 MB and 99 MB an hour. */
const SOUND = { soundRate: 34, pictureRate: 220 };

beforeEach(() => fakeMediaElements());
afterEach(() => {
  act(() => stopListening());
  vi.restoreAllMocks();
});

function openCard(rates: object = SOUND) {
  const server = createFakeServer();
  server.answer("GET /api/live", () =>
    json({
      v: 1,
      now: "2026-11-19T15:00:00Z",
      pollSeconds: 30,
      channels: [{ id: "english", state: "live", since: null, title: null, ...rates }],
      next: null,
    }),
  );
  return renderView(
    <ChannelCard
      id="english"
      isLeading
      startMode="tap"
      isPaused={false}
      onFullscreen={() => undefined}
    />,
    { server },
  );
}

function frame(): HTMLIFrameElement | null {
  return document.querySelector("iframe");
}

const listenButton = () =>
  screen.findByRole("button", { name: /^Listen: .*About 15\sMB an hour$/ });
const watchButton = () => screen.findByRole("button", { name: /^Watch .*About 99\sMB an hour$/ });

it("a channel offers its sound beside its picture, each with its data cost", async () => {
  const { user } = openCard();
  await watchButton();
  await user.click(await listenButton());
  expect(soundElement().getAttribute("src")).toBe("/live/english/audio.m3u8");
  expect(nowListening()?.heard).toMatchObject({ kind: "live", channel: "english" });
  await user.click(screen.getByRole("button", { name: /^Stop listening: / }));
  expect(nowListening()).toBeNull();
  await listenButton();
});

it("a channel without sound of its own offers none", async () => {
  openCard({});
  await screen.findByRole("button", { name: /^Watch / });
  await screen.findByRole("button", { name: "Fullscreen" });
  expect(screen.queryByRole("button", { name: /Listen/ })).toBeNull();
});

it("without a connection every control of a channel says that it needs one, and still works", async () => {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  const { user } = openCard();
  const { needsNetwork } = offlineMessages.en;
  const listen = await screen.findByRole("button", {
    name: `Listen: Live Stream English. ${needsNetwork}`,
  });
  for (const name of ["Picture-in-picture", "Fullscreen", "Play on TV: Live Stream English"]) {
    expect(screen.getByRole("button", { name: `${name} (${needsNetwork})` })).toBeDefined();
  }
  expect(
    screen.getByRole("button", { name: `Watch Live Stream English. ${needsNetwork}` }),
  ).toBeDefined();
  await user.click(listen);
  expect(nowListening()?.heard.channel).toBe("english");
});

it("sound replaces the picture, and the picture replaces the sound", async () => {
  const { user } = openCard();
  await user.click(await watchButton());
  expect(frame()?.src).toContain("tap=1");
  const player = frame();
  if (player) sayFromFrame(player, { v: 1, t: "state", s: "playing" });
  await user.click(await listenButton());
  expect(frame()).toBeNull();
  expect(nowListening()?.heard.channel).toBe("english");
  act(() => stopListening());
  expect(frame()).toBeNull();
  await user.click(await listenButton());
  await user.click(await watchButton());
  expect(nowListening()).toBeNull();
  expect(frame()?.src).toContain("tap=1");
});

it("sound and picture of a broadcast go on at the moment of the other", async () => {
  const moment = Date.parse("2026-11-19T14:40:00Z");
  const { user } = openCard();
  await user.click(await watchButton());
  const player = frame();
  if (player) sayFromFrame(player, { v: 1, t: "moment", ms: moment });
  await user.click(await listenButton());
  expect(soundElement().getAttribute("src")).toBe("/live/english/audio-window.m3u8");
  expect(nowListening()?.position).toBe(moment / 1_000);

  act(() => listenControls()?.seek?.(moment / 1_000 + 30));
  await user.click(await watchButton());
  expect(nowListening()).toBeNull();
  const next = frame();
  if (!next) throw new Error("There is no picture");
  sayFromFrame(next, { v: 1, t: "broadcast", on: true });
  const command = { v: 1, c: "moment", ms: moment + 30_000 };
  expect(postedInto(next)).toContainEqual(command);
});

it("while data is saved the player starts with the sound, and the picture stands beside it", async () => {
  localStorage.setItem("dataSaver", "on");
  const { user } = openCard();
  await user.click(await screen.findByRole("button", { name: /^Listen: .*Listen\. About 15\sMB/ }));
  expect(nowListening()?.heard.channel).toBe("english");
  expect(frame()).toBeNull();
  act(() => stopListening());
  const picture = await screen.findByRole("button", { name: /^Watch .*About 99\sMB an hour$/ });
  expect(picture.textContent).toContain(en.watch);
  await user.click(picture);
  expect(frame()?.src).toContain("tap=1");
});

it("a picture requested elsewhere starts once its player is there", async () => {
  expect(requestPicture("english")).toBe(false);
  openCard();
  await expect.poll(() => frame()?.src).toContain("tap=1");
  expect(requestPicture("english")).toBe(true);
});
