import { act, fireEvent, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { keptItem } from "#shared/media/kept-media.fixture.ts";
import { listenMessages } from "#shared/messages/listen.ts";
import { renderView } from "#tests/support/render-view.tsx";
import {
  beginListening,
  type Heard,
  type ListenControls,
  nowListening,
  stopListening,
} from "#web/base/audio/now-listening.ts";
import { ShownBar } from "./shown-bar.fixture.tsx";

const { en, fr } = listenMessages;
const SERMON: Heard = { key: "video", kind: "recording", title: "Hope", poster: null };

afterEach(() => act(() => stopListening()));

function openBar(heard: Heard, language: "en" | "fr" = "en") {
  const plain: ListenControls = { play: vi.fn(), pause: vi.fn(), stop: vi.fn() };
  const controls = { ...plain, seek: vi.fn(), setSpeed: vi.fn() };
  const isRecording = heard.kind === "recording";
  const shown = renderView(<ShownBar />, { language });
  act(() =>
    beginListening(heard, isRecording ? controls : plain, {
      status: "playing",
      position: isRecording ? 100 : 0,
      duration: isRecording ? 750 : 0,
    }),
  );
  return { ...shown, controls };
}

function named(name: string): HTMLElement {
  return screen.getByRole("button", { name });
}

it("is absent while nothing is heard", () => {
  renderView(<ShownBar />);
  expect(screen.queryByRole("region")).toBeNull();
});

it("a recording pauses, skips and closes", async () => {
  const { user, controls } = openBar(SERMON);
  expect(screen.getByText(en.positionOf("1:40", "12:30"))).toBeDefined();
  await user.click(named(en.pause));
  expect(controls.pause).toHaveBeenCalledOnce();
  await user.click(named(en.back(15)));
  expect(controls.seek).toHaveBeenLastCalledWith(85);
  await user.click(named(en.forward(30)));
  expect(controls.seek).toHaveBeenLastCalledWith(130);
  await user.click(named(en.stop));
  expect(controls.stop).toHaveBeenCalledOnce();
  expect(screen.queryByRole("region")).toBeNull();
});

it("seeks once, where the slider is released", async () => {
  const { user, controls } = openBar(SERMON, "fr");
  await user.click(named(fr.moreControls));
  const slider = screen.getByRole("slider", { name: fr.position });
  fireEvent.change(slider, { target: { value: "300" } });
  fireEvent.change(slider, { target: { value: "400" } });
  expect(controls.seek).not.toHaveBeenCalled();
  fireEvent.pointerUp(slider);
  expect(controls.seek).toHaveBeenCalledExactlyOnceWith(400);
});

it("offers speed and sleep timer", async () => {
  const { user, controls } = openBar(SERMON);
  await user.click(named(en.moreControls));
  await user.selectOptions(screen.getByRole("combobox", { name: en.speed }), "1.5");
  expect(controls.setSpeed).toHaveBeenCalledExactlyOnceWith(1.5);
  await user.selectOptions(screen.getByRole("combobox", { name: en.sleepTimer }), "30");
  expect(nowListening()?.timer).toMatchObject({ minutes: 30 });
  await user.selectOptions(screen.getByRole("combobox", { name: en.sleepTimer }), "");
  expect(nowListening()?.timer).toBeNull();
});

it("a channel has no position, and can pause at the end of its programme", async () => {
  const channel: Heard = { ...SERMON, kind: "live", title: "Chaîne", channel: "french" };
  const { user } = openBar(channel, "fr");
  expect(screen.getByText(fr.live)).toBeDefined();
  expect(screen.queryByRole("button", { name: fr.back(15) })).toBeNull();
  await user.click(named(fr.moreControls));
  expect(screen.queryByRole("slider")).toBeNull();
  await user.selectOptions(screen.getByRole("combobox", { name: fr.sleepTimer }), "end");
  expect(nowListening()?.timer).toBe("end");
  expect(screen.getByText(fr.pausesAtEnd)).toBeDefined();
});

it("a channel behind its live edge tells the time, skips, and goes back to live", async () => {
  const goLive = vi.fn();
  const seek = vi.fn();
  const { user } = renderView(<ShownBar />);
  const atS = new Date(2026, 10, 22, 10, 42).getTime() / 1_000;
  act(() =>
    beginListening(
      { ...SERMON, kind: "live", channel: "english" },
      { play: vi.fn(), pause: vi.fn(), stop: vi.fn(), seek, goLive },
      { status: "playing", position: atS },
    ),
  );
  expect(screen.getByText(/^Behind live · 10:42/)).toBeDefined();
  await user.click(named(en.back(15)));
  expect(seek).toHaveBeenCalledExactlyOnceWith(atS - 15);
  await user.click(named(en.moreControls));
  await user.click(named(en.backToLive));
  expect(goLive).toHaveBeenCalledOnce();
});

it("offers to keep a recording whose licence allows it", async () => {
  const { user } = openBar({ ...SERMON, keep: keptItem({ bytes: 1_200_000 }) });
  await user.click(named(en.moreControls));
  expect(screen.getByRole("button", { name: /^Keep on this device: .*1\.2\sMB$/ })).toBeDefined();
});
