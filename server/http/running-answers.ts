import type { Server, ServerResponse } from "node:http";

/** What is being answered by a server, so that it can take its leave of clients in order. */
export type InFlightRequests = {
  /**
   * From now on every answer ends its connection and says so. A client that keeps connections for further
   * requests then opens its next one elsewhere, rather than to find an old one closed under its question.
   */
  takeLeave(): void;
  /** How many requests there were so far. */
  asked(): number;
  /** Calls `close` whenever nothing is being answered: now, or after the last answer has left. */
  whenQuiet(close: () => void): void;
};

/** Follows the answers of a server from its first request on. */
export function trackInFlightRequests(server: Server): InFlightRequests {
  const running = new Set<ServerResponse>();
  let isLeaving = false;
  let asked = 0;
  let onQuiet: (() => void) | null = null;
  const lookForQuiet = (): void => {
    if (running.size === 0) onQuiet?.();
  };
  server.prependListener("request", (_request, response: ServerResponse) => {
    if (isLeaving) response.shouldKeepAlive = false;
    asked += 1;
    running.add(response);
    response.once("close", () => {
      running.delete(response);
      setImmediate(lookForQuiet);
    });
  });
  return {
    takeLeave() {
      isLeaving = true;
      for (const response of running) {
        if (!response.headersSent) response.shouldKeepAlive = false;
      }
    },
    asked: () => asked,
    whenQuiet(close) {
      onQuiet = close;
      lookForQuiet();
    },
  };
}
