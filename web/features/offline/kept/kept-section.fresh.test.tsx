import { act, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { itemKey, type KeptItem } from "#shared/media/kept-media.ts";
import { keptItem } from "#shared/media/kept-media.fixture.ts";
import { keptMessages } from "#shared/messages/kept.ts";
import { renderView } from "#tests/support/render-view.tsx";
import { nowListening, stopListening } from "#web/base/audio/now-listening.ts";
import { fakeMediaElements, soundElement } from "#web/base/audio/sound-element.fixture.ts";
import { openTestedMedia, type TestedMedia } from "#web/base/kept/kept-media.fixture.ts";
import { openKeptMedia, readSpace } from "#web/base/kept/open-kept-media.ts";
import { KeptSection } from "./kept-section.tsx";
import { isDeletedBySafari } from "./safari-note.domain.ts";

vi.mock("#web/base/kept/open-kept-media.ts", () => ({
  openKeptMedia: vi.fn(),
  readSpace: vi.fn(),
}));

const { en, fr } = keptMessages;
const SOUND = keptItem({ state: "kept", bytes: 1_200_000, speaker: "Pastor Moyo" });
const PICTURE = keptItem({
  url: "/media/clips/clip-one.tiny.mp4?v=1",
  kind: "picture",
  state: "kept",
  bytes: 2_600_000,
  addedAt: 2,
});

let tested: TestedMedia;

beforeEach(() => {
  fakeMediaElements();
  tested = openTestedMedia();
  vi.mocked(openKeptMedia).mockReturnValue(tested.media);
  vi.mocked(readSpace).mockImplementation(() => Promise.resolve({ freeBytes: 3_400_000_000 }));
});
afterEach(() => act(() => stopListening()));

async function show(items: readonly KeptItem[], language: "en" | "fr" = "en") {
  await tested.store.keep(Object.fromEntries(items.map((item) => [itemKey(item.url), item])));
  return renderView(<KeptSection onPlaying={vi.fn()} />, { language });
}

it("lists what is kept, the last first, with the space that is used and left", async () => {
  await show([SOUND, PICTURE]);
  const rows = await screen.findAllByRole("listitem");
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^HopeVideo \(240p\) · 2\.6\sMB/),
    expect.stringMatching(/^HopePastor Moyo · Sound · 1\.2\sMB · 1:00 · kept on /),
  ]);
  expect(await screen.findByText(/^3\.8\sMB used · 3\.4\sGB free/)).toBeDefined();
});

it("plays a sound in the audio bar from the device, and deletes it after its end", async () => {
  const { user } = await show([SOUND]);
  await user.click(await screen.findByRole("switch", { name: /^Delete after listening/ }));
  await user.click(screen.getByRole("button", { name: en.play("Hope", "Sound") }));
  expect(nowListening()?.heard).toMatchObject({ title: "Hope", kind: "recording" });
  expect(soundElement().getAttribute("src")).toBe("/media/clips/clip-one.m4a?v=1&kept");
  act(() => soundElement().happens("ended", { ended: true }));
  await waitFor(() => expect(tested.media.current().entries).toMatchObject([{ hasEnded: true }]));
  act(() => stopListening());
  expect(await screen.findByText(en.empty)).toBeDefined();
});

it("keeps a sound that was not played to its end", async () => {
  const { user } = await show([{ ...SOUND, deleteAfterListening: true }]);
  await user.click(await screen.findByRole("button", { name: en.play("Hope", "Sound") }));
  act(() => stopListening());
  await tested.media.reload();
  expect(screen.getAllByRole("listitem")).toHaveLength(1);
});

it("deletes what ended in a tab that was closed then", async () => {
  await show([{ ...SOUND, deleteAfterListening: true, hasEnded: true }]);
  expect(await screen.findByText(en.empty)).toBeDefined();
});

it("plays a picture in a player of the page, from the device", async () => {
  const captions = [{ language: "fr", url: "/media/own/clip-own-1/captions.fr.vtt?v=1" }];
  const { user } = await show([{ ...PICTURE, captions, deleteAfterListening: true }]);
  await user.click(await screen.findByRole("button", { name: en.play("Hope", "Video (240p)") }));
  const dialog = screen.getByRole("dialog", { name: "Hope" });
  const player = dialog.querySelector("video");
  expect(player?.getAttribute("src")).toBe("/media/clips/clip-one.tiny.mp4?v=1&kept");
  const track = player?.querySelector("track");
  expect([track?.srclang, track?.label, track?.getAttribute("src")]).toEqual([
    "fr",
    "Français",
    "/media/own/clip-own-1/captions.fr.vtt?v=1&kept",
  ]);
  act(() => void player?.dispatchEvent(new Event("error")));
  expect(within(dialog).getByRole("alert").textContent).toBe(en.playFailed);
  act(() => void player?.dispatchEvent(new Event("ended")));
  await user.click(within(dialog).getByRole("button", { name: en.close }));
  expect(await screen.findByText(en.empty)).toBeDefined();
});

it("deletes at a tap, and says how to keep something, in French", async () => {
  const { user } = await show([SOUND], "fr");
  await user.click(await screen.findByRole("button", { name: fr.remove("Hope, Son") }));
  expect(await screen.findByText(/^Ouvrez une vidéo/)).toBeDefined();
  expect(screen.getByRole("link", { name: fr.openVideos })).toBeDefined();
});

it("a download that waits can be cancelled", async () => {
  const { user } = await show([{ ...SOUND, state: "paused" }]);
  expect(await screen.findByText(/^Paused at 0\sMB of 1\.2\sMB$/)).toBeDefined();
  await user.click(screen.getByRole("button", { name: en.cancel("Hope, Sound") }));
  expect(await screen.findByText(en.empty)).toBeDefined();
});

it.each([
  ["Apple Computer, Inc.", false, true],
  ["Apple Computer, Inc.", true, false],
  ["Google Inc.", false, false],
])("says that Safari may delete only where it may: %s, installed %s", (vendor, isInstalled, is) => {
  expect(isDeletedBySafari({ vendor, isInstalled })).toBe(is);
});
