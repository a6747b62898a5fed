import { describe, expect, it } from "vitest";
import type { StartResult } from "./restart-server.ts";
import { type RowTransfer, runUpgrade, type UpgradeSteps } from "./run-upgrade.ts";

const ENDED_MS = 1_000;
const FAILED: StartResult = { kind: "failed", reason: "it crashed twice while starting" };
const READY: StartResult = { kind: "ready" };

/** Steps that record their calls. */
function fakeSteps(outcomes: readonly StartResult[], changes: Partial<UpgradeSteps> = {}) {
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
    transfer: null,
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
  it("builds while the server runs, then switches and restarts", async () => {
    const { steps, done, said } = fakeSteps([READY]);
    await runUpgrade(steps);
    expect(done).toEqual(["build", "switch", "end", "start"]);
    expect(said.at(-1)).toContain("1.1.0 (b) is running.");
  });

  it("changes nothing when the release cannot be built", async () => {
    const { steps, done } = fakeSteps([], { build: () => Promise.reject(new Error("no room")) });
    await expect(runUpgrade(steps)).rejects.toThrow("no room");
    expect(done).toEqual([]);
  });

  it("changes nothing when the backup fails", async () => {
    const { steps, done } = fakeSteps([], { backUp: () => Promise.reject(new Error("no room")) });
    await expect(runUpgrade(steps)).rejects.toThrow("no room");
    expect(done).toEqual(["build"]);
  });

  it("switches to the release when no server runs", async () => {
    const { steps, done, said } = fakeSteps([], { end: () => Promise.resolve(null) });
    await runUpgrade(steps);
    expect(done).toEqual(["build", "switch"]);
    expect(said.at(-1)).toContain("start it");
  });

  it("reverts when the new release does not start", async () => {
    const { steps, done } = fakeSteps([FAILED, READY]);
    await expect(runUpgrade(steps)).rejects.toThrow(
      "1.1.0 (b) does not start (it crashed twice while starting): 1.0.0 (a) is running again.",
    );
    expect(done).toEqual(["build", "switch", "end", "start", "switch back", "end", "start"]);
  });

  describe("to another major version of PostgreSQL", () => {
    const transferTo = (done: string[], importRows = () => Promise.resolve()): RowTransfer => ({
      exportRows() {
        done.push("export");
        return Promise.resolve({
          endedMs: ENDED_MS,
          release: () => void done.push("release"),
        });
      },
      importRows() {
        done.push("import");
        return importRows();
      },
    });

    it("exports with the previous release and imports with the new one", async () => {
      const { steps, done } = fakeSteps([READY]);
      await runUpgrade({ ...steps, transfer: transferTo(done) });
      expect(done).toEqual(["build", "export", "switch", "release", "import", "start"]);
    });

    it("reverts when the import fails", async () => {
      const { steps, done } = fakeSteps([READY]);
      const transfer = transferTo(done, () => Promise.reject(new Error("no space")));
      const restoreTo = (): Promise<void> => Promise.resolve(void done.push("restore"));
      await expect(runUpgrade({ ...steps, transfer, restoreTo })).rejects.toThrow(
        "1.1.0 (b) does not start (no space): 1.0.0 (a) is running again.",
      );
      expect(done.slice(4)).toEqual(["import", "switch back", "end", "restore", "start"]);
    });

    it("changes nothing when the export fails, and releases the server when the switch fails", async () => {
      const failing = fakeSteps([]);
      const exportRows = (): Promise<never> => Promise.reject(new Error("no space"));
      const transfer = { ...transferTo(failing.done), exportRows };
      await expect(runUpgrade({ ...failing.steps, transfer })).rejects.toThrow("no space");
      expect(failing.done).toEqual(["build"]);

      const switchOver = (): Promise<never> => Promise.reject(new Error("a changed file"));
      const stuck = fakeSteps([], { build: () => Promise.resolve({ switchOver }) });
      await expect(
        runUpgrade({ ...stuck.steps, transfer: transferTo(stuck.done) }),
      ).rejects.toThrow("a changed file");
      expect(stuck.done).toEqual(["export", "release"]);
    });
  });

  it("restores the database to the end of the old server after a removal", async () => {
    const order: string[] = [];
    const { steps, done } = fakeSteps([FAILED, FAILED], {
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
