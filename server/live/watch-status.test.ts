import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { pollViewerCounts, watchStatus } from "./watch-status.ts";

const NOT_COUNTED = { share: 0, channels: {} };
const COUNTS = { share: 2, channels: { english: 120 } };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function follow(answer: () => Response) {
  const faults: (string | null)[] = [];
  let current = answer;
  const counts = pollViewerCounts({
    fetchCounts: async () => current(),
    now: () => Date.now(),
    report: (component, fault) => void faults.push(`${component}: ${fault}`),
  });
  return {
    counts,
    faults,
    answerWith: (next: () => Response): void => {
      current = next;
    },
  };
}

it("keeps counts of the backend for three minutes", async () => {
  const { counts, answerWith, faults } = follow(() => Response.json(COUNTS));
  expect(counts()).toEqual(NOT_COUNTED);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(counts()).toEqual(COUNTS);
  answerWith(() => {
    throw new TypeError("away");
  });
  await vi.advanceTimersByTimeAsync(180_000);
  expect(counts()).toEqual(COUNTS);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(counts()).toEqual(NOT_COUNTED);
  expect(faults.slice(0, 2)).toEqual(["watching: null", "watching: could not be reached"]);
});

it.each<[string, () => Response, string]>([
  ["fails", () => Response.json({}, { status: 503 }), "watching: status 503"],
  ["sends nonsense", () => new Response("<html>"), "watching: status 200"],
  [
    "sends another shape",
    () => Response.json({ share: "2", channels: [] }),
    "watching: status 200",
  ],
  ["does not know the function", () => Response.json({}, { status: 404 }), "watching: null"],
])("returns no counts if the backend %s", async (_what, answer, fault) => {
  const { counts, faults } = follow(answer);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(counts()).toEqual(NOT_COUNTED);
  expect(faults).toEqual([fault]);
});

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
