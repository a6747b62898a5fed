import { act } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { showToast } from "./toast.tsx";

it("puts a message into a region that screen readers know already", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  act(() => showToast({ tone: "done", title: "Saved", dismissLabel: "Dismiss message" }));
  const region = document.querySelector("[data-toasts] > [aria-live='polite']");
  expect(region?.textContent).toBe("");
  await act(() => vi.advanceTimersByTimeAsync(100));
  expect(region?.textContent).toBe("Saved");
});
