import { expect, it } from "vitest";
import {
  type FailureKind,
  FRESH_RECOVERY,
  recoveryStep,
  type RecoveryState,
} from "./recovery.domain.ts";

/** Steps after the same failure again and again. */
function steps(failure: FailureKind, hasPlayed: boolean): (string | number)[] {
  let state: RecoveryState = FRESH_RECOVERY;
  const seen: (string | number)[] = [];
  for (let round = 0; round < 8; round++) {
    const step = recoveryStep(state, failure, hasPlayed);
    if (step.do === "give-up") return [...seen, "give-up"];
    seen.push(step.do === "restart" ? step.afterMs : step.do);
    state = step.state;
  }
  return seen;
}

it("retries a network failure during playback after 1, 2, 5 and 10 s", () => {
  expect(steps("network", true)).toEqual([1_000, 2_000, 5_000, 10_000, "give-up"]);
  expect(steps("timeout", true)).toEqual([1_000, 2_000, 5_000, 10_000, "give-up"]);
});

it("gives up a source sooner that never played", () => {
  expect(steps("network", false)).toEqual([1_000, 2_000, 5_000, "give-up"]);
  expect(steps("timeout", false)).toEqual(["give-up"]);
});

it("repairs a media error once", () => {
  expect(steps("media", true)).toEqual(["repair", "give-up"]);
});

it("does not retry what a browser cannot play", () => {
  expect(steps("unsupported", false)).toEqual(["give-up"]);
});
