import type { ChildProcess } from "node:child_process";
import { z } from "zod";
import { type ServerProcess, startServerProcess } from "./server-process.ts";

/** The real server, whose clock and memory are in the test's hands (steered-process.ts). */
export type SteeredServer = ServerProcess & {
  /** Sets the server's clock forward, or back; resolves with what it shows then. */
  jump(ms: number): Promise<number>;
  /** Lets its clock and its long timers run so many times as fast. */
  setSpeed(rate: number): Promise<number>;
  /** Bytes of JavaScript after a garbage collection. */
  heapBytes(): Promise<number>;
  /** Milliseconds of CPU that it has used. */
  cpuMs(): Promise<number>;
};

const PRELOAD = ["--import", new URL("./controlled-process.ts", import.meta.url).href];
const answerSchema = z.object({ id: z.int(), value: z.number() });

export async function startSteeredServer(
  overrides: Readonly<Record<string, string>> = {},
): Promise<SteeredServer> {
  const server = await startServerProcess(overrides, { nodeOptions: PRELOAD });
  const ask = asker(server.child);
  return {
    ...server,
    jump: (ms) => ask({ order: "jump", ms }),
    setSpeed: (rate) => ask({ order: "speed", rate }),
    heapBytes: () => ask({ order: "heap" }),
    cpuMs: () => ask({ order: "cpu" }),
  };
}

function asker(child: ChildProcess): (order: object) => Promise<number> {
  let asked = 0;
  return (order) => {
    asked += 1;
    const id = asked;
    return new Promise((resolve, reject) => {
      const hear = (message: unknown): void => {
        const answer = answerSchema.safeParse(message);
        if (!answer.success || answer.data.id !== id) return;
        child.off("message", hear);
        resolve(answer.data.value);
      };
      child.on("message", hear);
      child.send({ id, ...order }, (error) => {
        if (error !== null) reject(error);
      });
    });
  };
}
