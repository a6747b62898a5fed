import { readdirSync, readFileSync } from "node:fs";
import { randomUUID } from "node:crypto";
import sharp from "sharp";
import * as v from "valibot";
import type { ServerProcess } from "#tests/support/server-process.ts";
import { percentile } from "./table.ts";

/** Clock ticks per second in /proc (USER_HZ, the same on every Linux that Node runs on). */
const TICKS_PER_S = 100;

/** Indices in /proc/{pid}/stat after the name of the process. */
const PARENT = 1;
const OWN_AND_ENDED_CHILDREN = [11, 12, 13, 14];

/** CPU time of a process and its descendants, in milliseconds; Linux only. */
function cpuMsOfTree(rootPid: number): number {
  const fields = new Map<number, readonly number[]>();
  for (const name of readdirSync("/proc")) {
    if (/^\d+$/.test(name)) fields.set(Number(name), readStat(name));
  }
  const isBelow = (pid: number): boolean => {
    if (pid === rootPid) return true;
    const parent = fields.get(pid)?.[PARENT] ?? 0;
    return parent > 1 && isBelow(parent);
  };
  const ticks = [...fields]
    .filter(([pid]) => isBelow(pid))
    .flatMap(([, stat]) => OWN_AND_ENDED_CHILDREN.map((place) => stat[place] ?? 0));
  return (ticks.reduce((sum, count) => sum + count, 0) * 1_000) / TICKS_PER_S;
}

function readStat(pid: string): readonly number[] {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, "utf8");
    return line
      .slice(line.lastIndexOf(")") + 2)
      .split(" ")
      .map(Number);
  } catch {
    // It has ended in the meantime.
    return [];
  }
}

/** Time of a backend call, as its caller sees it. */
export type CallSpeed = {
  name: string;
  perSecond: number;
  medianMs: number;
  p99Ms: number;
  /** CPU time of the server and its database per call. */
  cpuMs: number;
};

const PASSWORD = "kettle-orchard-lantern";
const CALLERS = 4;
const GUESSING_CLIENTS = 50;
const IMAGE_SIDE = 800;
/** An account may store 20 avatars. */
const UPLOADS = 20;

const sessionSchema = v.looseObject({
  access_token: v.string(),
  refresh_token: v.string(),
  user: v.object({ id: v.string() }),
});

type Call = (caller: number) => Promise<void>;

/** Signs up an account. Returns what a browser then stores of it. */
export async function signUp(
  serverUrl: string,
  publishableKey: string,
): Promise<Record<string, string>> {
  const api = createApi(serverUrl, publishableKey);
  const email = `${randomUUID()}@bench.example`;
  const session = await api.session("/auth/v1/signup", { email, password: PASSWORD });
  // As the client names it: after the first part of the host.
  const [project] = new URL(serverUrl).hostname.split(".");
  return { [`sb-${project}-auth-token`]: JSON.stringify(session) };
}

/** Measures profile read, token refresh, sign-in and upload, and reads during password attempts. */
export async function measureBackend(
  server: ServerProcess,
  publishableKey: string,
): Promise<CallSpeed[]> {
  const api = createApi(server.url, publishableKey);
  const email = `${randomUUID()}@bench.example`;
  const member = await api.session("/auth/v1/signup", { email, password: PASSWORD });
  const callers = await Promise.all(
    Array.from({ length: CALLERS }, () =>
      api.session("/auth/v1/token?grant_type=password", { email, password: PASSWORD }),
    ),
  );
  const refreshTokens = callers.map((session) => session.refresh_token);
  const image = await sharp({
    create: { width: IMAGE_SIDE, height: IMAGE_SIDE, channels: 3, background: "#5a2ca0" },
  })
    .jpeg()
    .toBuffer();
  let uploads = 0;

  const readProfile: Call = (caller) =>
    api.get(
      `/rest/v1/profiles?select=*&id=eq.${member.user.id}`,
      callers[caller]?.access_token ?? "",
    );
  const refresh: Call = async (caller) => {
    const body = { refresh_token: refreshTokens[caller] };
    const session = await api.session("/auth/v1/token?grant_type=refresh_token", body);
    refreshTokens[caller] = session.refresh_token;
  };
  const logIn: Call = async () => {
    await api.session("/auth/v1/token?grant_type=password", { email, password: PASSWORD });
  };
  const upload: Call = (caller) => {
    uploads += 1;
    const name = `${member.user.id}-${Date.now()}${uploads}.jpg`;
    return api.upload(`/storage/v1/object/avatars/${name}`, {
      bytes: image,
      token: callers[caller]?.access_token ?? "",
    });
  };

  const measure = (name: string, count: number, call: Call) =>
    measureCalls({ name, count, call, pid: server.pid });
  const speeds = [
    await measure("profile read", 4_000, readProfile),
    await measure("token refresh", 600, refresh),
    await measure("log-in", 200, logIn),
    await measure("avatar upload (800 x 800 JPEG)", UPLOADS, upload),
  ];
  const stopGuessing = startGuessing(api);
  speeds.push(await measure("profile read during 50 wrong log-ins", 2_000, readProfile));
  await stopGuessing();
  return speeds;
}

async function measureCalls(options: {
  name: string;
  count: number;
  call: Call;
  pid: number;
}): Promise<CallSpeed> {
  const { name, count, call, pid } = options;
  const durationsMs: number[] = [];
  let left = count;
  const cpuBeforeMs = cpuMsOfTree(pid);
  const startedMs = performance.now();
  await Promise.all(
    Array.from({ length: CALLERS }, async (_, caller) => {
      while (left > 0) {
        left -= 1;
        const calledMs = performance.now();
        await call(caller);
        durationsMs.push(performance.now() - calledMs);
      }
    }),
  );
  const tookMs = performance.now() - startedMs;
  return {
    name,
    perSecond: Math.round((count * 1_000) / tookMs),
    medianMs: percentile(durationsMs, 0.5),
    p99Ms: percentile(durationsMs, 0.99),
    cpuMs: (cpuMsOfTree(pid) - cpuBeforeMs) / count,
  };
}

/** Clients that try passwords of unknown accounts, one request at a time. */
function startGuessing(api: Api): () => Promise<void> {
  const stop = new AbortController();
  const clients = Array.from({ length: GUESSING_CLIENTS }, async () => {
    while (!stop.signal.aborted) await api.guess(`${randomUUID()}@bench.example`);
  });
  return async () => {
    stop.abort();
    await Promise.all(clients);
  };
}

type Api = ReturnType<typeof createApi>;

function createApi(serverUrl: string, apikey: string) {
  async function send(path: string, init: RequestInit, token: string): Promise<Response> {
    const headers = new Headers(init.headers);
    headers.set("apikey", apikey);
    headers.set("authorization", `Bearer ${token}`);
    return fetch(`${serverUrl}${path}`, { ...init, headers });
  }
  function sendJson(path: string, body: unknown): Promise<Response> {
    const headers = { "content-type": "application/json" };
    return send(path, { method: "POST", headers, body: JSON.stringify(body) }, apikey);
  }
  return {
    async session(path: string, body: unknown) {
      return v.parse(sessionSchema, await readOk(await sendJson(path, body)));
    },
    async get(path: string, token: string): Promise<void> {
      await readOk(await send(path, {}, token));
    },
    async upload(path: string, { bytes, token }: { bytes: Buffer; token: string }): Promise<void> {
      const headers = { "content-type": "image/jpeg" };
      const body = new Uint8Array(bytes);
      await readOk(await send(path, { method: "POST", headers, body }, token));
    },
    async guess(email: string): Promise<void> {
      const path = "/auth/v1/token?grant_type=password";
      await (await sendJson(path, { email, password: PASSWORD })).arrayBuffer();
    },
  };
}

async function readOk(response: Response): Promise<unknown> {
  const body: unknown = await response.json();
  if (!response.ok) throw new Error(`${response.url}: ${response.status} ${JSON.stringify(body)}`);
  return body;
}
