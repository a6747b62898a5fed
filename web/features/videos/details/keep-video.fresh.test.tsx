import { screen, within } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { keptMessages } from "#shared/messages/kept.ts";
import { installWorkers } from "#tests/support/fake-service-worker.ts";
import { renderView } from "#tests/support/render-view.tsx";
import { fileOf, openTestedMedia, type TestedMedia } from "#web/base/kept/kept-media.fixture.ts";
import { openKeptMedia, readSpace } from "#web/base/kept/open-kept-media.ts";
import { KeepVideo } from "./keep-video.tsx";

vi.mock("#web/base/kept/open-kept-media.ts", () => ({
  openKeptMedia: vi.fn(),
  readSpace: vi.fn(),
}));

const { en } = keptMessages;
const SOUND = { url: "/media/clips/clip-one.m4a?v=1", bytes: 1_200_000 };
const PICTURE = { url: "/media/clips/clip-one.tiny.mp4?v=1", bytes: 2_600_000 };
const VIDEO = {
  id: "clip-one",
  title: "Hope",
  description: "",
  thumbnail: "/img/clip/clip-one",
  duration: "1:00",
  viewCount: "",
  publishedAt: "2026-10-11T10:00:00Z",
};

let tested: TestedMedia;
let freeBytes: number | null = null;

beforeEach(() => {
  installWorkers();
  freeBytes = null;
  tested = openTestedMedia({ freeBytes: () => Promise.resolve(freeBytes) });
  tested.files.set(SOUND.url, { body: fileOf(SOUND.bytes), etag: '"a"' });
  vi.mocked(openKeptMedia).mockReturnValue(tested.media);
  vi.mocked(readSpace).mockImplementation(() => Promise.resolve({ freeBytes: 3_400_000_000 }));
});

function show(keep: unknown, options: { language?: "en" | "fr"; hasWorker?: boolean } = {}) {
  const { language = "en", hasWorker = true } = options;
  const view = <KeepVideo video={{ ...VIDEO, keep }} category="sermons" />;
  return renderView(view, { language, site: { hasWorker } });
}

it("keeps the sound, with its size before the tap, and deletes it", async () => {
  const { user } = show({ sound: SOUND, picture: PICTURE });
  const opener = screen.getByRole("button", { name: /^Keep on this device\. Sound 1\.2\sMB/ });
  await user.click(opener);
  expect(await screen.findByText(/3\.4\sGB free/)).toBeDefined();
  await user.click(screen.getByRole("button", { name: /Hope, Sound, 1\.2\sMB/ }));
  const state = await screen.findByRole("status");
  expect(state.textContent).toContain(en.kept);
  expect(screen.getByRole("button", { name: /^Kept on this device/ })).toBe(opener);
  expect(tested.media.current().entries).toMatchObject([{ category: "sermons", kind: "sound" }]);
  await user.click(screen.getByRole("button", { name: en.remove("Hope, Sound") }));
  expect(await screen.findByRole("button", { name: /Hope, Sound/ })).toBeDefined();
});

it("a cut download says that it waits, goes on, and is paused and cancelled", async () => {
  tested.connection.answersLeft = 1;
  const { user } = show({ sound: SOUND });
  await user.click(screen.getByRole("button", { name: /^Keep/ }));
  await user.click(screen.getByRole("button", { name: /Hope, Sound/ }));
  expect(await screen.findByText(en.stalled)).toBeDefined();
  const bar = screen.getByRole("progressbar", { name: en.progressOf("Hope") });
  expect(bar.getAttribute("aria-valuenow")).toBe("87");
  await tested.media.pause(SOUND.url);
  expect(await screen.findByText(/^Paused at 1\sMB of 1\.2\sMB$/)).toBeDefined();
  tested.connection.answersLeft = 1;
  await user.click(screen.getByRole("button", { name: en.resume("Hope, Sound") }));
  expect(await screen.findByRole("status")).toBeDefined();
});

it("says when the device has too little space, in French", async () => {
  freeBytes = 500_000;
  const { user } = show({ sound: SOUND }, { language: "fr" });
  await user.click(screen.getByRole("button", { name: /^Garder sur cet appareil/ }));
  await user.click(screen.getByRole("button", { name: /Hope, Son, 1,2\sMo/ }));
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toMatch(/^Il faut 1,2\sMo, mais il ne reste que 0,5\sMo /);
});

it("offers nothing without a licence for it, and nothing without a worker that plays it", () => {
  const { container, unmount } = show(undefined);
  expect(within(container).queryByRole("button")).toBeNull();
  unmount();
  show({ sound: SOUND }, { hasWorker: false });
  expect(screen.queryByRole("button")).toBeNull();
});
