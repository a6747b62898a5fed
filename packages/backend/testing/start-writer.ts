import { spawn, type ChildProcess } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { inject } from "vitest";

const WRITER = fileURLToPath(new URL("./database-writer.ts", import.meta.url));

/** A writing server in its own process, to be killed. */
export type Writer = {
  /** Numbers whose commit the server acknowledged. */
  readonly acknowledged: readonly number[];
  /** Resolves after `count` more acknowledged rows. */
  untilWritten(count: number): Promise<void>;
  /** Sends SIGKILL to the server alone. PostgreSQL stays behind. */
  killServer(): Promise<void>;
};

/** Starts a server that writes rows without end (database-writer.ts). */
export async function startWriter(dataDir: string): Promise<Writer> {
  const child = spawn(process.execPath, [WRITER, dataDir, inject("testServer").migrationsDir], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const acknowledged: number[] = [];
  const waiting = new Set<() => void>();
  let isReady = false;
  createInterface({ input: child.stdout }).on("line", (line) => {
    if (line === "ready") isReady = true;
    else acknowledged.push(Number(line));
    for (const check of waiting) check();
  });
  const until = (condition: () => boolean): Promise<void> =>
    new Promise((resolve, reject) => {
      const check = (): void => {
        if (!condition()) return;
        waiting.delete(check);
        resolve();
      };
      waiting.add(check);
      child.once("exit", () => reject(new Error("The writer ended by itself.")));
      check();
    });
  await until(() => isReady);
  return {
    acknowledged,
    untilWritten(count) {
      const goal = acknowledged.length + count;
      return until(() => acknowledged.length >= goal);
    },
    killServer: () => kill(child),
  };
}

async function kill(child: ChildProcess): Promise<void> {
  const gone = new Promise((resolve) => child.once("close", resolve));
  child.kill("SIGKILL");
  await gone;
}
