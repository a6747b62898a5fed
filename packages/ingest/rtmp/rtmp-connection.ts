import type { Socket } from "node:net";
import type { EndReason, IngestSink } from "#ingest/ingest-sink.ts";
import { errorCode, messageOf } from "@reign-tv/kit/start-error.ts";
import { RtmpError } from "./protocol.ts";
import { createRtmpSession, type PublishRequest } from "./session.ts";

export type RtmpConnectionLimits = {
  /** From accept to the end of the handshake. */
  handshakeMs: number;
  /** From accept to the stream key: five round trips on a bad line. */
  publishMs: number;
  /** Without picture and sound. */
  idleMs: number;
  /** Before a wrong key is answered. */
  wrongKeyDelayMs: number;
  /** Averaged over `rateSeconds`. */
  bitsPerSecond: number;
  rateSeconds: number;
};

/** A connection that never became a broadcast, for log and staff. */
export type Rejection = {
  /** IPv4 address, or IPv6 network of /64. */
  address: string;
  reason: "wrong-key" | "busy" | "timeout" | "too-many" | "invalid-input" | "failed";
  detail: string;
};

export type PublisherConnection = {
  publisherId: string;
  address: string;
  /** Closes the connection; the sink's `end` follows with this reason. */
  disconnect: (reason: EndReason) => void;
};

export type RtmpConnectionDeps = {
  /** Returns null for a wrong address or key. */
  authorize(request: PublishRequest & { address: string }): Promise<{ publisherId: string } | null>;
  /** Returns null while another connection publishes for the same id. */
  onPublish(connection: PublisherConnection): Promise<IngestSink | null>;
  onReject(rejection: Rejection): void;
  now: () => number;
};

/** Time in which an encoder reads why it was refused. */
const LINGER_MS = 1_000;
/** Answers that an encoder leaves unread, before it is disconnected. */
const MAX_UNREAD_BYTES = 65_536;

type Ending = { reason: EndReason; detail?: string };

export type RtmpConnection = {
  disconnect(reason: EndReason): void;
  /** Resolves when the connection is closed and its sink has ended. */
  closed: Promise<void>;
};

/**
 * Serves one encoder until either side ends.
 *
 * @param onKeyChecked the connection no longer waits for its key, or has ended.
 */
export function serveRtmpConnection(
  socket: Socket,
  {
    address,
    limits,
    deps,
    onKeyChecked,
  }: {
    address: string;
    limits: RtmpConnectionLimits;
    deps: RtmpConnectionDeps;
    onKeyChecked: () => void;
  },
): RtmpConnection {
  const session = createRtmpSession();
  const bitsPerSecondAfter = createByteRate(limits.rateSeconds, deps.now);
  let sink: IngestSink | null = null;
  let ending: Ending | null = null;
  let rejection: Omit<Rejection, "address"> | null = null;

  function disconnect(reason: EndReason): void {
    ending ??= { reason };
    socket.destroy();
  }

  function timeOut(): void {
    rejection ??= { reason: "timeout", detail: "" };
    disconnect("idle");
  }
  let deadline = setTimeout(timeOut, limits.handshakeMs);
  function restartDeadline(milliseconds: number): void {
    clearTimeout(deadline);
    deadline = setTimeout(timeOut, milliseconds);
  }

  async function decide(request: PublishRequest): Promise<void> {
    clearTimeout(deadline);
    const known = await deps.authorize({ ...request, address });
    if (known === null) {
      await new Promise((resolve) => setTimeout(resolve, limits.wrongKeyDelayMs));
      rejection = { reason: "wrong-key", detail: request.app };
      session.refuse("Unknown address or stream key.");
      return;
    }
    onKeyChecked();
    sink = await deps.onPublish({ publisherId: known.publisherId, address, disconnect });
    if (sink === null) {
      rejection = { reason: "busy", detail: known.publisherId };
      session.refuse("Another encoder is sending with this key.");
      return;
    }
    session.accept();
    restartDeadline(limits.idleMs);
  }

  function send(bytes: Uint8Array): void {
    socket.write(bytes);
    if (socket.writableLength > MAX_UNREAD_BYTES) throw new RtmpError("answers are not read");
  }

  async function receive(bytes: Uint8Array): Promise<void> {
    const bitsPerSecond = bitsPerSecondAfter(bytes.length);
    if (bitsPerSecond > limits.bitsPerSecond) {
      ending ??= { reason: "bit-rate", detail: `${Math.round(bitsPerSecond / 1_000)} kbit/s` };
      return;
    }
    for (const output of session.push(bytes)) {
      switch (output.kind) {
        case "send":
          send(output.bytes);
          break;
        case "connected":
          restartDeadline(Math.max(0, limits.publishMs - limits.handshakeMs));
          break;
        case "publish":
          await decide(output.request);
          break;
        case "media": {
          deadline.refresh();
          const taken = sink?.push(output.event);
          if (taken === undefined) break;
          // The encoder is not idle while it is held back.
          clearTimeout(deadline);
          await taken;
          restartDeadline(limits.idleMs);
          break;
        }
        case "end":
          ending ??= { reason: "finished" };
      }
      if (ending !== null) return;
    }
  }

  async function serve(): Promise<void> {
    try {
      // The next bytes are read when the last ones are handled: TCP holds the encoder back.
      for await (const bytes of socket.iterator({ destroyOnReturn: false })) {
        await receive(bytes);
        if (ending !== null) break;
      }
    } catch (error) {
      const caught = endingOf(error);
      ending ??= caught;
      if (caught.reason !== "connection-lost")
        rejection ??= {
          reason: caught.reason === "crashed" ? "failed" : "invalid-input",
          detail: caught.detail ?? "",
        };
    }
    clearTimeout(deadline);
    onKeyChecked();
    closeSoftly(socket);
    if (sink === null && rejection !== null) deps.onReject({ address, ...rejection });
    await sink?.end(ending?.reason ?? "connection-lost", ending?.detail);
  }

  return { disconnect, closed: serve() };
}

function endingOf(error: unknown): Ending {
  if (error instanceof RtmpError) return { reason: "invalid-input", detail: error.message };
  // Errors of the socket have a code.
  if (errorCode(error) !== null) return { reason: "connection-lost" };
  return { reason: "crashed", detail: messageOf(error) };
}

/** Closes a socket after its last bytes were sent, without waiting for a peer that does not read. */
function closeSoftly(socket: Socket): void {
  if (socket.destroyed) return;
  const linger = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once("close", () => clearTimeout(linger));
  socket.once("finish", () => socket.destroy());
  socket.end();
}

/**
 * Returns a function that counts bytes, and returns their average over the last seconds in bit/s, as if the time before
 * the first byte were silent.
 *
 * @param seconds length of the window; it moves by whole seconds.
 */
function createByteRate(seconds: number, now: () => number): (bytes: number) => number {
  const bytesBySecond = new Map<number, number>();
  return (bytes) => {
    const second = Math.floor(now() / 1_000);
    bytesBySecond.set(second, (bytesBySecond.get(second) ?? 0) + bytes);
    let sum = 0;
    for (const [counted, count] of bytesBySecond) {
      // Seconds that have not come yet are from before the clock was set back.
      if (counted > second - seconds && counted <= second) sum += count;
      else bytesBySecond.delete(counted);
    }
    return (sum * 8) / seconds;
  };
}
