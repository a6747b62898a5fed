import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { MINUTE_MS } from "@reign-tv/kit/durations.ts";
import { printMeasurements } from "@reign-tv/backend/testing";
import { type ControlledServer, startControlledServer } from "./support/controlled-server.ts";

const SLOW_CLIENTS = 2_000;
const OPENED_AT_ONCE = 100;
const DRIP_EVERY_MS = 1_000;
/** Timeouts of the server and the interval of its check (server/http/http-server.ts). */
const HEADERS_LIMIT_MS = 15_000;
const BODY_LIMIT_MS = 125_000;
const GRACE_MS = 15_000;
const OTHERS_LIMIT_MS = 2_000;
const PAGES = ["/", "/fr", "/live-tv", "/healthz", "/api/live"];

/** First bytes of each kind; the rest follows at a byte per second. */
const KINDS = {
  "headers without an end": {
    opening: "GET / HTTP/1.1\r\nHost: slow\r\nX-Slow: ",
    limitMs: HEADERS_LIMIT_MS,
  },
  "bodies without an end": {
    opening:
      "POST /csp-report HTTP/1.1\r\nHost: slow\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n",
    limitMs: BODY_LIMIT_MS,
  },
} as const;

describe("2,000 clients that send a byte a second", () => {
  let server: ControlledServer;
  beforeAll(async () => {
    server = await startControlledServer();
  });
  afterAll(() => server.stop());

  async function openSlow(opening: string, port: number): Promise<Set<Socket>> {
    const open = new Set<Socket>();
    for (let count = 0; count < SLOW_CLIENTS; count += OPENED_AT_ONCE) {
      const group = Array.from({ length: OPENED_AT_ONCE }, () => openOne(opening, port, open));
      await Promise.all(group);
    }
    return open;
  }

  it.each(Object.entries(KINDS))(
    "%s are closed by the timeouts, while other clients get responses",
    async (name, { opening, limitMs }) => {
      const { port } = new URL(server.url);
      const before = await server.heapBytes();
      const open = await openSlow(opening, Number(port));
      const opened = open.size;
      const drip = setInterval(() => {
        for (const socket of open) socket.write("x");
      }, DRIP_EVERY_MS);
      const startedMs = performance.now();
      const times: number[] = [];
      const failed: string[] = [];
      try {
        while (open.size > 0 && performance.now() - startedMs < limitMs + GRACE_MS) {
          const page = PAGES[times.length % PAGES.length] ?? "/";
          const askedMs = performance.now();
          const answer = await fetch(server.url + page);
          await answer.text();
          times.push(performance.now() - askedMs);
          if (!answer.ok) failed.push(`${page} ${answer.status}`);
          await sleep(50);
        }
      } finally {
        clearInterval(drip);
        for (const socket of open) socket.destroy();
      }
      const closedAfterMs = performance.now() - startedMs;
      const sorted = times.toSorted((a, b) => a - b);
      printMeasurements(`slow clients, ${name}`, {
        clients: opened,
        "still open at the end": open.size,
        "last one closed after s": Math.round(closedAfterMs / 1_000),
        "others answered": times.length,
        "of them failed": failed.length,
        "median in ms": Math.round(sorted[Math.floor(sorted.length / 2)] ?? 0),
        "slowest in ms": Math.round(sorted.at(-1) ?? 0),
        "heap grown by MB": (((await server.heapBytes()) - before) / 1e6).toFixed(1),
      });
      expect(opened).toBe(SLOW_CLIENTS);
      expect(open.size).toBe(0);
      expect(failed).toEqual([]);
      expect(sorted.at(-1)).toBeLessThan(OTHERS_LIMIT_MS);
    },
    4 * MINUTE_MS,
  );
});

function openOne(opening: string, port: number, open: Set<Socket>): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1", () => {
      open.add(socket);
      socket.write(opening);
      resolve();
    });
    socket.resume();
    socket.on("close", () => open.delete(socket));
    socket.on("error", (error) => {
      // A server may end a connection with a reset while the client still writes.
      open.delete(socket);
      reject(error);
    });
  });
}
