import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { watchStatus } from "./watch-status.ts";

type Reading = { state: string; title: string };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("reports a change within a second with the whole status, and nothing else", () => {
  let reading: Reading = { state: "scheduled", title: "Dawn" };
  const onChange = vi.fn<(reading: Reading) => void>();
  watchStatus(
    () => reading,
    ({ state }) => state,
    onChange,
  );
  vi.advanceTimersByTime(5_000);
  reading = { ...reading, title: "Noon" };
  vi.advanceTimersByTime(5_000);
  expect(onChange).not.toHaveBeenCalled();
  reading = { ...reading, state: "live" };
  vi.advanceTimersByTime(1_000);
  vi.advanceTimersByTime(5_000);
  expect(onChange.mock.calls).toEqual([[{ state: "live", title: "Noon" }]]);
});
