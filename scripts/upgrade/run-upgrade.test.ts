import { describe, expect, test } from "vitest";
import type { StartOutcome } from "./restart-server.ts";
import { runUpgrade, type UpgradeSteps } from "./run-upgrade.ts";

const ENDED_MS = 1_000;
const FAILED: StartOutcome = { kind: "failed", reason: "it ended twice while starting" };
const READY: StartOutcome = { kind: "ready" };

/** Steps that keep a record of what was done. */
function played(outcomes: readonly StartOutcome[], changes: Partial<UpgradeSteps> = {}) {
  const done: string[] = [];
  const said: string[] = [];
  const starts = [...outcomes];
  const steps: UpgradeSteps = {
    names: { from: "1.0.0 (a)", to: "1.1.0 (b)" },
    build() {
      done.push("build");
      return Promise.resolve({
        switchOver() {
          done.push("switch");
          return Promise.resolve({
            switchBack() {
              done.push("switch back");
              return Promise.resolve();
            },
          });
        },
      });
    },
    backUp: null,
    restoreTo: null,
    end() {
      done.push("end");
      return Promise.resolve(ENDED_MS);
    },
    awaitStart() {
      done.push("start");
      return Promise.resolve(starts.shift() ?? READY);
    },
    say: (line) => said.push(line),
    ...changes,
  };
  return { steps, done, said };
}

describe("an upgrade", () => {
  test("builds while the server runs, then switches and restarts", async () => {
    const { steps, done, said } = played([READY]);
    await runUpgrade(steps);
    expect(done).toEqual(["build", "switch", "end", "start"]);
    expect(said.at(-1)).toContain("1.1.0 (b) serves.");
  });

  test("changes nothing when the release cannot be built", async () => {
    const { steps, done } = played([], { build: () => Promise.reject(new Error("no room")) });
    await expect(runUpgrade(steps)).rejects.toThrow("no room");
    expect(done).toEqual([]);
  });

  test("changes nothing when the backup fails", async () => {
    const { steps, done } = played([], { backUp: () => Promise.reject(new Error("no room")) });
    await expect(runUpgrade(steps)).rejects.toThrow("no room");
    expect(done).toEqual(["build"]);
  });

  test("puts the release in place where no server runs", async () => {
    const { steps, done, said } = played([], { end: () => Promise.resolve(null) });
    await runUpgrade(steps);
    expect(done).toEqual(["build", "switch"]);
    expect(said.at(-1)).toContain("start it");
  });

  test("goes back when the new release does not start", async () => {
    const { steps, done } = played([FAILED, READY]);
    await expect(runUpgrade(steps)).rejects.toThrow(
      "1.1.0 (b) does not start (it ended twice while starting): 1.0.0 (a) serves again.",
    );
    expect(done).toEqual(["build", "switch", "end", "start", "switch back", "end", "start"]);
  });

  test("brings the database back to the end of the old server when something was taken away", async () => {
    const order: string[] = [];
    const { steps, done } = played([FAILED, FAILED], {
      backUp() {
        order.push("backup");
        return Promise.resolve();
      },
      restoreTo(momentMs) {
        order.push(`restore ${momentMs}`);
        return Promise.resolve();
      },
    });
    await expect(runUpgrade(steps)).rejects.toThrow("start 1.0.0 (a)");
    expect(order).toEqual(["backup", `restore ${ENDED_MS}`]);
    expect(done.slice(-3)).toEqual(["switch back", "end", "start"]);
  });
});
