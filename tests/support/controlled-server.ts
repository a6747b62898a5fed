import type { ChildProcess } from "node:child_process";
import * as v from "valibot";
import { type ServerProcess, startServerProcess } from "./server-process.ts";

/** A real server whose clock and memory the test controls (controlled-process.ts). */
export type ControlledServer = ServerProcess & {
  /** Moves the server's clock by `ms`, which may be negative. Resolves with its new time. */
  jump(ms: number): Promise<number>;
  /** Sets the speed of the clock and of long timers. Resolves with the server's time. */
  setSpeed(rate: number): Promise<number>;
  /** Heap size in bytes after a garbage collection. */
  heapBytes(): Promise<number>;
  /** CPU time in milliseconds since the start. */
  cpuMs(): Promise<number>;
};

const PRELOAD = ["--import", new URL("./controlled-process.ts", import.meta.url).href];
const replySchema = v.object({ id: v.pipe(v.number(), v.safeInteger()), value: v.number() });

export async function startControlledServer(
  overrides: Readonly<Record<string, string>> = {},
): Promise<ControlledServer> {
  const server = await startServerProcess(overrides, { nodeOptions: PRELOAD });
  const sendOrder = createSender(server.child);
  return {
    ...server,
    jump: (ms) => sendOrder({ order: "jump", ms }),
    setSpeed: (rate) => sendOrder({ order: "speed", rate }),
    heapBytes: () => sendOrder({ order: "heap" }),
    cpuMs: () => sendOrder({ order: "cpu" }),
  };
}

function createSender(child: ChildProcess): (order: object) => Promise<number> {
  let lastId = 0;
  return (order) => {
    lastId += 1;
    const id = lastId;
    return new Promise((resolve, reject) => {
      const handleMessage = (message: unknown): void => {
        const reply = v.safeParse(replySchema, message);
        if (!reply.success || reply.output.id !== id) return;
        child.off("message", handleMessage);
        resolve(reply.output.value);
      };
      child.on("message", handleMessage);
      child.send({ id, ...order }, (error) => {
        if (error !== null) reject(error);
      });
    });
  };
}
