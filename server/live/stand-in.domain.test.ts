import { describe, expect, it } from "vitest";
import { type Health, nextHealth, nextFailover, type Failover } from "./failover.ts";

type State = "live" | "offline" | "down" | "unknown";

/** Failover after each check, ten seconds apart. */
function course(states: readonly State[], afterMs = 30_000): (Failover | null)[] {
  let health: Health | null = null;
  let failover: Failover | null = null;
  return states.map((state, at) => {
    const nowMs = at * 10_000;
    health = nextHealth(health, { state }, nowMs);
    failover = nextFailover(failover, health, { afterMs, nowMs });
    return failover;
  });
}

describe("failover", () => {
  it("starts after the source was down for the delay, and reports the start of the outage", () => {
    expect(course(["live", "down", "down", "down", "down"])).toEqual([
      null,
      null,
      null,
      null,
      { why: "down", sinceMs: 10_000 },
    ]);
    expect(course(["down", "down"], 10_000)[1]).toEqual({ why: "down", sinceMs: 0 });
  });

  it("ignores short outages, however many", () => {
    const states: State[] = ["live", "down", "down", "live", "down", "offline", "live"];
    expect(course(states).every((each) => each === null)).toBe(true);
  });

  it("treats silence and no response as one outage and reports the current reason", () => {
    const states: State[] = ["live", "down", "offline", "down", "offline", "down"];
    expect(course(states).slice(4)).toEqual([
      { why: "silent", sinceMs: 10_000 },
      { why: "down", sinceMs: 10_000 },
    ]);
  });

  it("ends after the source was healthy for a minute", () => {
    const dead: State[] = ["down", "down", "down", "down"];
    const well = Array.from({ length: 7 }, (): State => "live");
    const after = course([...dead, ...well]).slice(4);
    expect(after.slice(0, 6).every((each) => each !== null)).toBe(true);
    expect(after[6]).toBeNull();
    const broken = course([...dead, "live", "live", "live", "down", ...well.slice(0, 6)]);
    expect(broken.at(-1)).toEqual({ why: "down", sinceMs: 0 });
  });

  it("is unchanged while the state is unknown", () => {
    expect(course(["unknown", "unknown", "unknown", "unknown", "unknown"])).not.toContainEqual(
      expect.anything(),
    );
    expect(course(["down", "down", "down", "down", "unknown"]).at(-1)).not.toBeNull();
  });
});
