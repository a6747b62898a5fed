import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { WebSocket } from "ws";
import { z } from "zod";
import { startServerProcess, type ServerProcess } from "#tests/support/server-process.ts";
import { markdownTable, percentile } from "./table.ts";

/**
 * `node scripts/bench/realtime-speed.ts [sockets] [subscribers]`: what sockets cost a server, how soon a
 * message is with everybody, what a reader that does not read does to the others, and what a flood of joins
 * meets. The clients run beside the server on the same machine.
 */

const IDLE_SOCKETS = Number(process.argv[2] ?? 5_000);
const SUBSCRIBERS = Number(process.argv[3] ?? 1_000);
const MESSAGES = 40;
const SLOW_MESSAGE_BYTES = 200_000;
const FLOOD_SOCKETS = 100;
const CHANNELS_EACH = 100;
const OPENING_AT_ONCE = 100;
const SETTLE_MS = 3_000;

const siteSchema = z.object({ publishableKey: z.string() });
const replySchema = z.tuple([
  z.string().nullable(),
  z.string().nullable(),
  z.string(),
  z.string(),
  z.looseObject({}),
]);

type Client = {
  readonly socket: WebSocket;
  join(topic: string): void;
  send(topic: string, body: string): void;
};

const rows: (string | number)[][] = [["what", "measured", "wanted"]];
const server = await startServerProcess();
try {
  const key = await keyOf(server);
  rows.push(...(await measureIdle(server, key)));
  rows.push(...(await measureFanOut(server, key)));
  rows.push(...(await measureSlowReader(server, key)));
} finally {
  await server.stop();
}
const limited = await startServerProcess({ RATE_LIMIT_FACTOR: "1" });
try {
  rows.push(...(await measureFlood(limited, await keyOf(limited))));
} finally {
  await limited.stop();
}
console.log(markdownTable(rows));

async function measureIdle(
  { url, pid }: ServerProcess,
  key: string,
): Promise<(string | number)[][]> {
  const first = await openMany(url, key, 1);
  await sleep(SETTLE_MS);
  const before = residentMb(pid);
  const clients = await openMany(url, key, IDLE_SOCKETS);
  for (const client of clients) client.join("realtime:idle");
  await sleep(SETTLE_MS);
  const after = residentMb(pid);
  closeAll([...first, ...clients]);
  await sleep(SETTLE_MS);
  return [
    [`memory for ${IDLE_SOCKETS} joined sockets`, `${(after - before).toFixed(0)} MB`, "300 MB"],
  ];
}

async function measureFanOut({ url }: ServerProcess, key: string): Promise<(string | number)[][]> {
  const clients = await openMany(url, key, SUBSCRIBERS);
  const delays: number[] = [];
  const heard = new Set<string>();
  for (const [place, client] of clients.entries()) {
    client.socket.on("message", (_data: Buffer, isBinary: boolean) => {
      if (!isBinary) return;
      delays.push(performance.now() - sentAtMs);
      heard.add(`${place}`);
    });
    client.join("realtime:hall");
  }
  await sleep(SETTLE_MS);
  const sender = clients[0];
  let sentAtMs = 0;
  for (let sent = 0; sent < MESSAGES; sent += 1) {
    sentAtMs = performance.now();
    sender?.send("realtime:hall", JSON.stringify({ text: "word ".repeat(20) }));
    await sleep(500);
  }
  closeAll(clients);
  const expected = (SUBSCRIBERS - 1) * MESSAGES;
  return [
    [
      `one message to ${SUBSCRIBERS} subscribers, p99`,
      `${percentile(delays, 0.99).toFixed(0)} ms`,
      "500 ms",
    ],
    ["of these arrived", `${delays.length} of ${expected}`, "all"],
  ];
}

async function measureSlowReader(
  { url, pid }: ServerProcess,
  key: string,
): Promise<(string | number)[][]> {
  const [sender, reader, slow] = await openMany(url, key, 3);
  if (sender === undefined || reader === undefined || slow === undefined) return [];
  const delays: number[] = [];
  let sentAtMs = 0;
  reader.socket.on("message", (_data: Buffer, isBinary: boolean) => {
    if (isBinary) delays.push(performance.now() - sentAtMs);
  });
  for (const client of [sender, reader, slow]) client.join("realtime:slow");
  await sleep(SETTLE_MS);
  slow.socket.pause();
  const before = residentMb(pid);
  let isCut = false;
  slow.socket.on("close", () => {
    isCut = true;
  });
  for (let sent = 0; sent < 60; sent += 1) {
    sentAtMs = performance.now();
    sender.send("realtime:slow", JSON.stringify("x".repeat(SLOW_MESSAGE_BYTES)));
    await sleep(50);
  }
  const grown = residentMb(pid) - before;
  slow.socket.resume();
  await sleep(SETTLE_MS);
  closeAll([sender, reader, slow]);
  return [
    [
      "beside a reader that stopped, the other's p99",
      `${percentile(delays, 0.99).toFixed(0)} ms`,
      "as ever",
    ],
    [
      "who stopped was cut off; the server grew by",
      `${isCut ? "yes" : "no"}, ${grown.toFixed(0)} MB`,
      "yes, bounded",
    ],
  ];
}

async function measureFlood({ url }: ServerProcess, key: string): Promise<(string | number)[][]> {
  const clients = await openMany(url, key, FLOOD_SOCKETS);
  const answers = new Map<string, number>();
  let closed = 0;
  for (const { socket } of clients) {
    socket.on("close", () => {
      closed += 1;
    });
    socket.on("message", (data: Buffer, isBinary: boolean) => {
      if (isBinary) return;
      const reply = replySchema.safeParse(JSON.parse(data.toString()));
      if (!reply.success || reply.data[3] !== "phx_reply") return;
      const { status, response } = z
        .looseObject({
          status: z.string(),
          response: z.looseObject({ reason: z.string().optional() }),
        })
        .parse(reply.data[4]);
      const answer = status === "ok" ? "joined" : (response.reason ?? "refused");
      answers.set(answer, (answers.get(answer) ?? 0) + 1);
    });
  }
  const beganMs = performance.now();
  for (let channel = 0; channel < CHANNELS_EACH; channel += 1) {
    for (const client of clients) {
      if (client.socket.readyState === client.socket.OPEN) client.join(`realtime:flood ${channel}`);
    }
    await sleep(50);
  }
  await sleep(SETTLE_MS);
  const seconds = ((performance.now() - beganMs) / 1_000).toFixed(0);
  const askedMs = performance.now();
  const health = await fetch(`${url}/healthz`);
  const healthMs = (performance.now() - askedMs).toFixed(0);
  closeAll(clients);
  const words = [...answers].map(([answer, count]) => `${count} ${answer}`).join(", ");
  return [
    [`${FLOOD_SOCKETS * CHANNELS_EACH} joins in ${seconds} s`, words, "refused above the limit"],
    ["sockets closed; the server answers", `${closed}; ${health.status} in ${healthMs} ms`, "200"],
  ];
}

async function openMany(url: string, key: string, count: number): Promise<Client[]> {
  const clients: Client[] = [];
  while (clients.length < count) {
    const some = Math.min(OPENING_AT_ONCE, count - clients.length);
    clients.push(...(await Promise.all(Array.from({ length: some }, () => open(url, key)))));
  }
  return clients;
}

function open(url: string, key: string): Promise<Client> {
  const address = `${url.replace("http", "ws")}/realtime/v1/websocket?apikey=${key}&vsn=2.0.0`;
  const socket = new WebSocket(address, { perMessageDeflate: false });
  const client: Client = {
    socket,
    join(topic) {
      socket.send(JSON.stringify([topic, topic, topic, "phx_join", { config: {} }]));
    },
    send(topic, body) {
      const texts = [topic, "1", topic, "say", ""].map((text) => Buffer.from(text));
      const lengths = texts.map(({ length }) => length);
      socket.send(Buffer.concat([Buffer.from([3, ...lengths, 1]), ...texts, Buffer.from(body)]));
    },
  };
  return new Promise((resolve, reject) => {
    socket.once("open", () => resolve(client));
    socket.once("error", reject);
  });
}

function closeAll(clients: readonly Client[]): void {
  for (const { socket } of clients) socket.terminate();
}

async function keyOf({ url }: ServerProcess): Promise<string> {
  return siteSchema.parse(await (await fetch(`${url}/api/site`)).json()).publishableKey;
}

/** Memory that the process holds, in megabytes; Linux only. */
function residentMb(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? Number.NaN) / 1_024;
}
