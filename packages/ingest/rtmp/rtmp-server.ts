import { createServer, type Socket } from "node:net";
import { limitKey } from "@reign-tv/kit/http/limit-key.ts";
import { StartError, errorCode } from "@reign-tv/kit/start-error.ts";
import {
  serveRtmpConnection,
  type RtmpConnection,
  type RtmpConnectionDeps,
  type RtmpConnectionLimits,
} from "./rtmp-connection.ts";

export type RtmpServerLimits = RtmpConnectionLimits & {
  /** Connections that have not shown a valid key. */
  pendingPerAddress: number;
  pendingInTotal: number;
};

export const RTMP_SERVER_LIMITS: RtmpServerLimits = {
  handshakeMs: 5_000,
  publishMs: 10_000,
  idleMs: 10_000,
  wrongKeyDelayMs: 5_000,
  pendingPerAddress: 4,
  pendingInTotal: 64,
  bitsPerSecond: 4_000_000,
  rateSeconds: 10,
};

export type RtmpServer = {
  /**
   * Starts to listen. Port 0 is any free one.
   *
   * @returns the port.
   * @throws StartError when the port is in use or not allowed.
   */
  listen(address: { host: string; port: number }): Promise<number>;
  /** Ends all connections and resolves when the last sink has ended. */
  close(): Promise<void>;
};

/** Creates a server that receives broadcasts by RTMP. It listens once. */
export function createRtmpServer(
  deps: RtmpConnectionDeps & { limits?: Partial<RtmpServerLimits> },
): RtmpServer {
  const limits = { ...RTMP_SERVER_LIMITS, ...deps.limits };
  const pending = createPendingCounter(limits);
  const connections = new Set<RtmpConnection>();

  function accept(socket: Socket): void {
    // The reading loop reports it too.
    socket.on("error", () => undefined);
    const address = limitKey((socket.remoteAddress ?? "0.0.0.0").replace(/^::ffff:/, ""));
    const onKeyChecked = pending.add(address);
    if (onKeyChecked === null) {
      socket.destroy();
      deps.onReject({ address, reason: "too-many", detail: "" });
      return;
    }
    const connection = serveRtmpConnection(socket, { address, limits, deps, onKeyChecked });
    connections.add(connection);
    void connection.closed.finally(() => connections.delete(connection));
  }

  const server = createServer({ noDelay: true, keepAlive: true }, accept);

  return {
    listen: ({ host, port }) =>
      new Promise((resolve, reject) => {
        server.once("error", (error) => reject(listenError(error, port)));
        server.listen(port, host, () => {
          const bound = server.address();
          resolve(typeof bound === "object" && bound !== null ? bound.port : port);
        });
      }),
    async close() {
      const isClosed = new Promise((resolve) => server.close(resolve));
      const open = [...connections];
      for (const connection of open) connection.disconnect("server-closed");
      await Promise.all(open.map(({ closed }) => closed));
      await isClosed;
    },
  };
}

/** Counts the connections that wait for their key, by address and in total. */
function createPendingCounter({
  pendingPerAddress,
  pendingInTotal,
}: Pick<RtmpServerLimits, "pendingPerAddress" | "pendingInTotal">): {
  /** Returns null above a limit, else a function that ends the waiting; it may be called again. */
  add(address: string): (() => void) | null;
} {
  const byAddress = new Map<string, number>();
  let total = 0;
  return {
    add(address) {
      const count = byAddress.get(address) ?? 0;
      if (count >= pendingPerAddress || total >= pendingInTotal) return null;
      byAddress.set(address, count + 1);
      total += 1;
      let isPending = true;
      return () => {
        if (!isPending) return;
        isPending = false;
        total -= 1;
        const left = (byAddress.get(address) ?? 1) - 1;
        if (left > 0) byAddress.set(address, left);
        else byAddress.delete(address);
      };
    },
  };
}

function listenError(error: Error, port: number): Error {
  switch (errorCode(error)) {
    case "EADDRINUSE":
      return new StartError(
        `Port ${port} for live broadcasts is already in use: stop the other program, or choose another port.`,
        { cause: error },
      );
    case "EACCES":
      return new StartError(
        `Port ${port} for live broadcasts needs more rights: choose one above 1023.`,
        { cause: error },
      );
    case null:
    default:
      return error;
  }
}
