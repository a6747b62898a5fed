import type { Server, ServerResponse } from "node:http";

/** What is being answered by a server, so that it can take its leave of clients in order. */
export type RunningAnswers = {
  /**
   * From now on every answer ends its connection and says so. A client that keeps connections for further
   * requests then opens its next one elsewhere, rather than to find an old one closed under its question.
   */
  takeLeave(): void;
};

/** Follows the answers of a server from its first request on. */
export function followAnswers(server: Server): RunningAnswers {
  const running = new Set<ServerResponse>();
  let isLeaving = false;
  server.prependListener("request", (_request, response: ServerResponse) => {
    if (isLeaving) response.shouldKeepAlive = false;
    running.add(response);
    response.once("close", () => {
      running.delete(response);
      // Of an answer whose head had left before, the client does not know.
      if (isLeaving) setImmediate(() => server.closeIdleConnections());
    });
  });
  return {
    takeLeave() {
      isLeaving = true;
      for (const response of running) {
        if (!response.headersSent) response.shouldKeepAlive = false;
      }
    },
  };
}
