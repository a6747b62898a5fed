import { act, renderHook } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { createFakeEngine } from "./speech.fixture.ts";
import { useSpeech } from "./use-speech.ts";

/** Counts the held wake locks. */
function fakeWakeLock() {
  const held = new Set<object>();
  const request = vi.fn(async () => {
    const lock = { release: async () => void held.delete(lock) };
    held.add(lock);
    return lock;
  });
  vi.stubGlobal("navigator", Object.create(navigator, { wakeLock: { value: { request } } }));
  return { held, request };
}

function showPage(state: DocumentVisibilityState): void {
  vi.spyOn(document, "visibilityState", "get").mockReturnValue(state);
  document.dispatchEvent(new Event("visibilitychange"));
}

it("keeps the screen on while it reads, not while it is paused, and again when the page is visible", async () => {
  const engine = createFakeEngine(["Daniel"]);
  vi.stubGlobal("speechSynthesis", engine);
  const { held, request } = fakeWakeLock();
  const { result, unmount } = renderHook(() => useSpeech("john 3", "John 3"));
  const { speaker } = result.current;
  const inTime = (work: () => void) => act(async () => work());

  await inTime(() => speaker.read({ texts: ["One.", "Two."], language: "en" }));
  expect(held.size).toBe(1);
  await inTime(() => engine.finish());
  expect(request).toHaveBeenCalledTimes(1);
  await inTime(() => speaker.pause());
  expect(held.size).toBe(0);
  await inTime(() => showPage("visible"));
  expect(held.size).toBe(0);

  await inTime(() => speaker.resume());
  expect(held.size).toBe(1);
  // Browsers release the lock with the page.
  held.clear();
  await inTime(() => showPage("hidden"));
  expect(held.size).toBe(0);
  await inTime(() => showPage("visible"));
  expect(held.size).toBe(1);
  await inTime(() => engine.finish());
  expect(held.size).toBe(0);

  await inTime(() => speaker.read({ texts: ["One."], language: "en" }));
  unmount();
  expect(held.size).toBe(0);
});

it("reads on a device that rejects the wake lock", async () => {
  const engine = createFakeEngine(["Daniel"]);
  vi.stubGlobal("speechSynthesis", engine);
  fakeWakeLock().request.mockRejectedValue(new DOMException("Low battery", "NotAllowedError"));
  const { result } = renderHook(() => useSpeech("john 3", "John 3"));
  await act(async () => result.current.speaker.read({ texts: ["One."], language: "en" }));
  expect(engine.spoken.map(({ text }) => text)).toEqual(["One."]);
});
