import { describe, expect, it } from "vitest";
import { type Health, nextHealth, nextFailover, type Failover } from "./failover.ts";

type State = "live" | "offline" | "down" | "unknown";

/** What stands in after each look, ten seconds apart. */
function course(states: readonly State[], afterMs = 30_000): (Failover | null)[] {
  let health: Health | null = null;
  let standIn: Failover | null = null;
  return states.map((state, at) => {
    const nowMs = at * 10_000;
    health = nextHealth(health, { state }, nowMs);
    standIn = nextFailover(standIn, health, { afterMs, nowMs });
    return standIn;
  });
}

describe("a back-up", () => {
  it("stands in once its source has been dead for so long, and says since when", () => {
    expect(course(["live", "down", "down", "down", "down"])).toEqual([
      null,
      null,
      null,
      null,
      { why: "down", sinceMs: 10_000 },
    ]);
    expect(course(["down", "down"], 10_000)[1]).toEqual({ why: "down", sinceMs: 0 });
  });

  it("does not for a short break, whatever the number of breaks", () => {
    const states: State[] = ["live", "down", "down", "live", "down", "offline", "live"];
    expect(course(states).every((each) => each === null)).toBe(true);
  });

  it("counts silence and no answer together, and names what is so now", () => {
    const states: State[] = ["live", "down", "offline", "down", "offline", "down"];
    expect(course(states).slice(4)).toEqual([
      { why: "silent", sinceMs: 10_000 },
      { why: "down", sinceMs: 10_000 },
    ]);
  });

  it("goes once the source has been well for a minute, and not before", () => {
    const dead: State[] = ["down", "down", "down", "down"];
    const well = Array.from({ length: 7 }, (): State => "live");
    const after = course([...dead, ...well]).slice(4);
    expect(after.slice(0, 6).every((each) => each !== null)).toBe(true);
    expect(after[6]).toBeNull();
    const broken = course([...dead, "live", "live", "live", "down", ...well.slice(0, 6)]);
    expect(broken.at(-1)).toEqual({ why: "down", sinceMs: 0 });
  });

  it("stays as it is while nothing is known", () => {
    expect(course(["unknown", "unknown", "unknown", "unknown", "unknown"])).not.toContainEqual(
      expect.anything(),
    );
    expect(course(["down", "down", "down", "down", "unknown"]).at(-1)).not.toBeNull();
  });
});
