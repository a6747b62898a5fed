import { act, renderHook } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { useScreenOn } from "./use-screen-on.ts";

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

it("keeps the screen on during a reading, and again when the page is visible", async () => {
  const { held } = fakeWakeLock();
  const inTime = (work: () => void) => act(async () => work());
  const { rerender, unmount } = renderHook((isReading: boolean) => useScreenOn(isReading), {
    initialProps: false,
  });
  await inTime(() => showPage("visible"));
  expect(held.size).toBe(0);
  await inTime(() => rerender(true));
  expect(held.size).toBe(1);
  // Browsers release the lock with the page.
  held.clear();
  await inTime(() => showPage("hidden"));
  expect(held.size).toBe(0);
  await inTime(() => showPage("visible"));
  expect(held.size).toBe(1);
  await inTime(() => rerender(false));
  expect(held.size).toBe(0);
  await inTime(() => rerender(true));
  unmount();
  expect(held.size).toBe(0);
});

it("a device that rejects the lock reads on", async () => {
  const { request } = fakeWakeLock();
  request.mockRejectedValue(new DOMException("Low battery", "NotAllowedError"));
  const { unmount } = renderHook(() => useScreenOn(true));
  await act(async () => unmount());
  expect(request).toHaveBeenCalledOnce();
});
