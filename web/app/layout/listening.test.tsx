import { act, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { listenMessages } from "#shared/messages/listen.ts";
import { createFakeServer, json } from "#tests/support/fake-server.ts";
import { renderView } from "#tests/support/render-view.tsx";
import {
  beginListening,
  type Heard,
  nowListening,
  setTimer,
  stopListening,
  useNowListening,
} from "#web/base/audio/now-listening.ts";
import { Listening } from "./listening.tsx";

const { en } = listenMessages;
const pause = vi.fn();
const CONTROLS = { play: vi.fn(), pause, stop: vi.fn() };
const CHANNEL: Heard = {
  key: "channel english",
  kind: "live",
  title: "English",
  poster: null,
  channel: "english",
  page: "/live-tv?channel=english",
};

afterEach(() => act(() => stopListening()));

function Shown() {
  const now = useNowListening();
  return now && <Listening now={now} />;
}

function open(heard: Heard) {
  let title = "Psalm 23";
  const server = createFakeServer();
  server.answer("GET /api/live", () =>
    json({
      v: 1,
      now: "2026-11-19T15:00:00Z",
      pollSeconds: 0.05,
      channels: [{ id: "english", state: "rerun", since: null, title }],
      next: null,
    }),
  );
  const shown = renderView(<Shown />, { server });
  act(() =>
    beginListening(heard, CONTROLS, {
      status: "playing",
      position: heard.kind === "live" ? 0 : 754,
    }),
  );
  return {
    ...shown,
    play: (next: string): void => {
      title = next;
    },
  };
}

it("shows a channel's programme, and the sleep timer pauses at its end", async () => {
  const { play } = open(CHANNEL);
  await screen.findByText("Psalm 23");
  act(() => setTimer("end"));
  play("John 3");
  await screen.findByText("John 3");
  expect(pause).toHaveBeenCalledOnce();
});

it.each([
  ["a channel", CHANNEL, "/live-tv?channel=english"],
  [
    "a recording",
    { ...CHANNEL, kind: "recording", channel: undefined, page: "/videos/sermons?v=clip-a" },
    "/videos/sermons?v=clip-a&t=754",
  ],
] as const)("goes on with the picture of %s where the sound was", async (_what, heard, to) => {
  const { channel, ...rest } = heard;
  const { user, address } = open({ ...rest, ...(channel && { channel }) });
  await user.click(screen.getByRole("button", { name: en.moreControls }));
  await user.click(screen.getByRole("button", { name: en.watch }));
  expect(address()).toBe(to);
  expect(nowListening()).toBeNull();
});

it("keeps the screen on during a reading, which ends with its window", async () => {
  const request = vi.fn(async () => ({ release: async () => undefined }));
  vi.stubGlobal("navigator", Object.create(navigator, { wakeLock: { value: { request } } }));
  open({ key: "john", kind: "voice", title: "John 3", poster: null });
  await expect.poll(() => request.mock.calls.length).toBe(1);
  act(() => void window.dispatchEvent(new Event("pagehide")));
  expect(nowListening()).toBeNull();
});
