import { afterAll, beforeAll, expect, it } from "vitest";
import { startTestBackend } from "./support/test-backend.ts";
import type { TestBackend } from "@reign-tv/backend/testing";

const FLOOR = 3;
/** Both functions use the same backend, whose URL is known only after the start. */
const SETTINGS: Record<string, string> = {
  CHANNELS: "english,french",
  WATCHING_FLOOR: String(FLOOR),
  WATCHING_PER_ADDRESS: "1000",
};

let backends: readonly TestBackend[];
beforeAll(async () => {
  const host = { functionEnv: SETTINGS, functionFetch: fetch };
  const one = await startTestBackend(host);
  SETTINGS["SUPABASE_URL"] = one.url;
  SETTINGS["SUPABASE_SERVICE_ROLE_KEY"] = one.secretKey;
  backends = [one, await startTestBackend({ ...host, sharedWith: one })];
});
afterAll(async () => {
  for (const backend of backends.toReversed()) await backend.close();
});

function backendOf(index: number): TestBackend {
  const backend = backends[index % backends.length];
  if (backend === undefined) throw new Error("There are two.");
  return backend;
}

async function sendHeartbeat(
  index: number,
  body: object,
): Promise<{ status: number; pass: string }> {
  const { url, publishableKey } = backendOf(index);
  const response = await fetch(`${url}/functions/v1/watch-pulse`, {
    method: "POST",
    headers: { apikey: publishableKey, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const answer: { pass?: string } = await response.json();
  return { status: response.status, pass: answer.pass ?? "" };
}

async function countsOf(index: number): Promise<unknown> {
  const { url, publishableKey } = backendOf(index);
  const headers = { apikey: publishableKey };
  return (await fetch(`${url}/functions/v1/watch-pulse`, { headers })).json();
}

/** The database's clock is fixed for this test, so heartbeats are aged instead. */
async function letMinutesPass(minutes: number): Promise<void> {
  const { admin } = backendOf(0);
  await admin`update public.watch_pulses set minute = minute - make_interval(mins => ${minutes})`;
  for (const backend of backends) backend.advance(minutes * 60_000);
}

it("counts players of two servers on one database together, by the minute", async () => {
  const passes = await Promise.all(
    [0, 1, 2, 3].map(
      async (index) => (await sendHeartbeat(index, { channel: "english", pass: null })).pass,
    ),
  );
  for (const backend of backends) backend.advance(60_000);
  // Each player uses the other server this time: a pass counts once on both.
  const said = await Promise.all(
    passes.map((pass, index) => sendHeartbeat(index + 1, { channel: "english", pass })),
  );
  expect(said.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  const [pass = ""] = passes;
  expect((await sendHeartbeat(0, { channel: "english", pass })).status).toBe(409);
  await letMinutesPass(1);
  expect([await countsOf(0), await countsOf(1)]).toEqual([
    { share: 1, channels: { english: 5 } },
    { share: 1, channels: { english: 5 } },
  ]);
});

it("limits the count of one network per minute on all servers together", async () => {
  const { admin } = backendOf(0);
  const count = async (nonce: number, sender: string): Promise<string> => {
    const nonceText = String(nonce).padStart(16, "0");
    const [row] = await admin`
      select public.count_sent_pulse('english', ${nonceText}, 1, ${sender}, 3) as result`;
    return String(row?.["result"]);
  };
  const sender = "a".repeat(32);
  const results = await Promise.all([1, 2, 3, 4, 5].map((nonce) => count(nonce, sender)));
  expect(results.filter((result) => result === "counted")).toHaveLength(3);
  expect(results.filter((result) => result === "many")).toHaveLength(2);
  expect(await count(6, "b".repeat(32))).toBe("counted");
  await admin`update public.watch_senders set minute = minute - interval '1 minute'`;
  expect(await count(7, sender)).toBe("counted");
  const rows = await admin`select sender, pulses from public.watch_senders`;
  expect(rows).toEqual([expect.objectContaining({ sender, pulses: 1 })]);
  await expect(count(8, "203.0.113.7")).rejects.toMatchObject({ code: "23514" });
  await admin`delete from public.watch_pulses`;
});

it("keeps an hour's peak, deletes heartbeats after minutes, and lets only administrators read", async () => {
  const { admin, url, publishableKey } = backendOf(0);
  await letMinutesPass(3);
  await admin`select public.count_watch_pulse('french', '0123456789abcdef', 64)`;
  await admin`select public.close_watch_minutes()`;
  const rows =
    await admin`select channel, peak from public.watch_hours where channel <> 'lived-in' order by channel`;
  expect(rows).toEqual([expect.objectContaining({ channel: "english", peak: 4 })]);
  await letMinutesPass(2);
  await admin`select public.close_watch_minutes()`;
  await admin`select public.close_watch_minutes()`;
  const later =
    await admin`select channel, max(peak) as peak from public.watch_hours where channel <> 'lived-in' group by 1 order by 1`;
  expect(later).toEqual([
    expect.objectContaining({ channel: "english", peak: 4 }),
    expect.objectContaining({ channel: "french", peak: 64 }),
  ]);
  expect(await admin`select channel from public.watch_pulses where channel = 'english'`).toEqual(
    [],
  );
  const headers = { apikey: publishableKey };
  const read = await fetch(`${url}/rest/v1/watch_hours`, { headers });
  expect(read.status).toBe(401);
});

it.each([
  ["a channel with other letters", ["Ä", "0123456789abcdee", 1]],
  ["a malformed nonce", ["english", "XYZ", 1]],
  ["a weight of zero", ["english", "0123456789abcded", 0]],
  ["a weight beyond the largest share", ["english", "0123456789abcdec", 4_097]],
] as const)("rejects %s in the database", async (_what, [channel, nonce, weight]) => {
  const { admin } = backendOf(0);
  const count = admin`select public.count_watch_pulse(${channel}, ${nonce}, ${weight})`;
  await expect(count).rejects.toMatchObject({ code: "23514" });
});

it("limits a minute to 6,000 heartbeats in total, and lets no client call the database's functions", async () => {
  const { admin, url, publishableKey } = backendOf(0);
  await admin`delete from public.watch_pulses`;
  await admin`
    insert into public.watch_pulses (nonce, minute, channel, weight)
    select lpad(to_hex(n), 16, '0'), date_trunc('minute', now()) + m * interval '1 minute', 'english', 1
    from generate_series(1, 6000) n, (values (0)) as minutes (m)`;
  await admin`update public.watch_pulses set minute = date_trunc('minute', now())`;
  const [row] =
    await admin`select public.count_watch_pulse('english', 'ffffffffffffffff', 1) as verdict`;
  expect(row).toMatchObject({ verdict: "full" });
  for (const name of ["count_watch_pulse", "watching_now", "close_watch_minutes"]) {
    const response = await fetch(`${url}/rest/v1/rpc/${name}`, {
      method: "POST",
      headers: { apikey: publishableKey, "content-type": "application/json" },
      body: name === "count_watch_pulse" ? '{"channel":"english","nonce":"0","weight":1}' : "{}",
    });
    expect([401, 403, 404]).toContain(response.status);
  }
});
