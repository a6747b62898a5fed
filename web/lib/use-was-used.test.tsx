import { fireEvent, renderHook } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { useWasUsed } from "./use-was-used.ts";

afterEach(() => void vi.restoreAllMocks());

it.each([
  ["a press", "pointerdown"],
  ["a key", "keydown"],
  ["a scroll", "wheel"],
  ["a return to the screen", "visibilitychange"],
])("counts %s as use of the page", (_case, type) => {
  const { result } = renderHook(() => useWasUsed(false));
  expect(result.current).toBe(false);
  fireEvent(document, new Event(type, { bubbles: true }));
  expect(result.current).toBe(true);
});

it("does not count that the page is left", () => {
  const { result } = renderHook(() => useWasUsed(false));
  vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
  fireEvent(document, new Event("visibilitychange", { bubbles: true }));
  expect(result.current).toBe(false);
});
