import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A connection pooler in transaction mode, as its clients observe one. */
export type SharingPooler = {
  readonly port: number;
  /** Number of finished transactions. */
  transactions(): number;
  close(): Promise<void>;
};

/** Startup parameters that such poolers accept; they reject all others. */
const KNOWN_PARAMETERS = new Set(["user", "database", "application_name", "client_encoding"]);
const QUERY = "Q".charCodeAt(0);
const SYNC = "S".charCodeAt(0);
const READY = "Z".charCodeAt(0);
const IDLE = "I".charCodeAt(0);

/**
 * Starts a pooler in front of a PostgreSQL port. After each transaction it resets the session (roles, settings,
 * LISTEN, locks, prepared statements), as if the next one used another connection.
 */
export async function startSharingPooler(postgresPort: number): Promise<SharingPooler> {
  const sockets = new Set<Socket>();
  let transactions = 0;
  const server = createServer((client) => {
    const upstream = connect(postgresPort, "127.0.0.1");
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on("error", () => socket.destroy());
      socket.on("close", () => sockets.delete(socket));
    }
    client.on("close", () => upstream.destroy());
    upstream.on("close", () => client.destroy());
    passFrames(client, upstream, () => (transactions += 1));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on a port
  const { port } = server.address() as AddressInfo;
  return {
    port,
    transactions: () => transactions,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}

function passFrames(client: Socket, upstream: Socket, onTransaction: () => void): void {
  const held: Buffer[] = [];
  let isForgetting = false;
  let unanswered = 0;
  const passOn = (frame: Buffer): void => {
    if (frame[0] === QUERY || frame[0] === SYNC) unanswered += 1;
    upstream.write(frame);
  };
  client.on(
    "data",
    framesOf(true, (frame, isStart) => {
      const rejected = isStart ? rejectedParameter(frame) : null;
      if (rejected !== null) return void client.end(rejection(rejected));
      if (isStart) return void upstream.write(frame);
      if (isForgetting) held.push(frame);
      else passOn(frame);
    }),
  );
  upstream.on(
    "data",
    framesOf(false, (frame) => {
      const isReady = frame[0] === READY;
      if (isForgetting) {
        if (!isReady) return;
        isForgetting = false;
        for (const waiting of held.splice(0)) passOn(waiting);
        return;
      }
      client.write(frame);
      if (!isReady) return;
      unanswered = Math.max(0, unanswered - 1);
      if (unanswered > 0 || frame[5] !== IDLE) return;
      onTransaction();
      isForgetting = true;
      upstream.write(message("Q", "DISCARD ALL\0"));
    }),
  );
}

/** Splits a stream into messages. A client's first message has no type byte before its length. */
function framesOf(
  hasStart: boolean,
  onFrame: (frame: Buffer, isStart: boolean) => void,
): (chunk: Buffer) => void {
  let rest = Buffer.alloc(0);
  let isStart = hasStart;
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    for (;;) {
      const lengthAt = isStart ? 0 : 1;
      if (rest.length < lengthAt + 4) return;
      const end = lengthAt + rest.readInt32BE(lengthAt);
      if (rest.length < end) return;
      const frame = rest.subarray(0, end);
      rest = rest.subarray(end);
      const wasStart = isStart;
      isStart = false;
      onFrame(frame, wasStart);
    }
  };
}

function rejectedParameter(start: Buffer): string | null {
  const words = start.subarray(8).toString("utf8").split("\0");
  const names = words.filter((word, at) => at % 2 === 0 && word !== "");
  return names.find((name) => !KNOWN_PARAMETERS.has(name)) ?? null;
}

function rejection(parameter: string): Buffer {
  const fields = ["SFATAL", "VFATAL", "C08P01", `Munsupported startup parameter: ${parameter}`];
  return message("E", `${fields.join("\0")}\0\0`);
}

function message(letter: string, text: string): Buffer {
  const body = Buffer.from(text);
  const head = Buffer.alloc(5);
  head.write(letter);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}
