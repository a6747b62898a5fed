import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { followStates } from "./follow-states.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("tells within a second what has changed, and nothing else", () => {
  let state = "scheduled";
  const onChange = vi.fn<() => void>();
  followStates(() => state, onChange);
  vi.advanceTimersByTime(5_000);
  expect(onChange).not.toHaveBeenCalled();
  state = "live";
  vi.advanceTimersByTime(1_000);
  expect(onChange).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(5_000);
  expect(onChange).toHaveBeenCalledTimes(1);
});
