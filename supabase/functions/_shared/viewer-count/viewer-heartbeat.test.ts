import { describe, expect, it } from "vitest";
import { createMemoryStore } from "#functions/_shared/runtime/function-module.ts";
import { createViewerHeartbeat } from "./viewer-heartbeat.ts";

const ENV = {
  SUPABASE_URL: "http://127.0.0.1:3000",
  SUPABASE_SERVICE_ROLE_KEY: "sb_secret_of_this_test",
  CHANNELS: "english,french",
};
const ADDRESS = "http://host/watch-pulse";

type Spent = { channel: string; nonce: string; weight: number; sender: string; most: number };
const WORD: unknown = expect.stringMatching(/^[0-9a-f]{32}$/);

function open(env: Record<string, string | undefined> = {}, rows: object = {}) {
  const variables = { ...ENV, ...env };
  let nowMs = Date.parse("2026-06-14T10:00:00Z");
  const spent: Spent[] = [];
  const state = { isDown: false, asked: 0, verdict: "" };
  const service = createViewerHeartbeat({
    env: variables,
    async fetch(input, init) {
      if (state.isDown) return Response.json({}, { status: 503 });
      expect(new Headers(init?.headers).get("apikey")).toBe(ENV.SUPABASE_SERVICE_ROLE_KEY);
      if (
        new Request(input instanceof URL ? input.href : input).url.endsWith("/rpc/watching_now")
      ) {
        state.asked += 1;
        return Response.json(rows);
      }
      const heartbeat: Spent = JSON.parse(typeof init?.body === "string" ? init.body : "");
      const isKnown = spent.some(({ nonce }) => nonce === heartbeat.nonce);
      if (!isKnown) spent.push(heartbeat);
      return Response.json(state.verdict || (isKnown ? "spent" : "counted"));
    },
    store: createMemoryStore(),
    now: () => nowMs,
  });
  async function say(body: unknown, address = "203.0.113.7"): Promise<[number, string]> {
    const headers = { "x-forwarded-for": address };
    const text = typeof body === "string" ? body : JSON.stringify(body);
    const request = new Request(ADDRESS, { method: "POST", body: text, headers });
    const response = await service.handle(request);
    expect(response.headers.get("cache-control")).toBe("no-store");
    const answer: { pass?: string; code?: string } = await response.json();
    return [response.status, answer.pass ?? answer.code ?? ""];
  }
  async function passOf(channel = "english", address?: string): Promise<string> {
    const [, pass] = await say({ channel, pass: null }, address);
    return pass;
  }
  return {
    variables,
    say,
    passOf,
    spent,
    state,
    handle: (request: Request) => service.handle(request),
    wait: (seconds: number): void => {
      nowMs += seconds * 1_000;
    },
  };
}

describe("a heartbeat", () => {
  it("counts from the second one on, once per pass", async () => {
    const { say, passOf, spent, wait } = open();
    const first = await passOf();
    expect(spent).toEqual([]);
    wait(60);
    const [status, second] = await say({ channel: "english", pass: first });
    expect([status, spent]).toEqual([
      200,
      [{ channel: "english", nonce: first.split(".")[3], weight: 1, most: 10, sender: WORD }],
    ]);
    expect(await say({ channel: "english", pass: first })).toEqual([409, "bad_pass"]);
    wait(60);
    await say({ channel: "english", pass: second });
    expect(spent).toHaveLength(2);
  });

  it("counts for as many players as when its pass was issued", async () => {
    const { say, passOf, spent, wait } = open({}, { english: 5_000 });
    const pass = await passOf();
    wait(60);
    await say({ channel: "english", pass });
    expect(spent).toMatchObject([{ weight: 16 }]);
  });

  it("is ignored too early, and gets a new pass too late", async () => {
    const { say, passOf, spent, wait } = open();
    const pass = await passOf();
    wait(44);
    expect(await say({ channel: "english", pass })).toEqual([425, "bad_pass"]);
    wait(137);
    expect((await say({ channel: "english", pass }))[0]).toBe(200);
    expect(spent).toEqual([]);
  });

  it.each<[string, (pass: string) => string]>([
    ["another channel", (pass) => pass.replace("english", "french")],
    ["another share", (pass) => pass.replace(".1.", ".4000.")],
    ["another time", (pass) => pass.replace(/\.\d{13}\./, ".1000000000000.")],
    ["another word", (pass) => pass.replace(/[0-9a-f]{16}(?=\.)/, "0123456789abcdef")],
    ["another signature", (pass) => `${pass.slice(0, -1)}${pass.endsWith("0") ? "1" : "0"}`],
    ["no signature", (pass) => pass.replace(/\.[^.]+$/, "")],
    ["nothing", () => ""],
  ])("is rejected with %s in its pass", async (_what, forge) => {
    const { say, passOf, spent, wait } = open();
    const forged = forge(await passOf());
    wait(60);
    const channel = forged.startsWith("french") ? "french" : "english";
    expect(await say({ channel, pass: forged })).toEqual([400, "bad_pass"]);
    expect(spent).toEqual([]);
  });

  it("is rejected with the pass of another channel or another server's secret", async () => {
    const { say, passOf, wait } = open();
    const pass = await passOf("english");
    wait(60);
    expect(await say({ channel: "french", pass })).toEqual([400, "bad_pass"]);
    const other = open({ SUPABASE_SERVICE_ROLE_KEY: ENV.SUPABASE_SERVICE_ROLE_KEY });
    other.wait(60);
    expect((await other.say({ channel: "english", pass }))[0]).toBe(200);
    const foreign = open({ CHANNELS: "english", WATCHING_PER_ADDRESS: "5" });
    expect((await foreign.say({ channel: "english", pass }))[0]).toBe(425);
  });

  it.each<[string, unknown]>([
    ["no JSON", "{"],
    ["a list", []],
    ["no channel", { pass: null }],
    ["no pass", { channel: "english" }],
    ["a channel that there is not", { channel: "german", pass: null }],
    ["a channel of the language", { channel: "constructor", pass: null }],
    ["something more", { channel: "english", pass: null, tab: "1" }],
    ["a pass that is a number", { channel: "english", pass: 7 }],
    ["a pass without end", { channel: "english", pass: "a".repeat(2_000) }],
  ])("with %s is a bad request", async (_what, body) => {
    expect(await open().say(body)).toEqual([400, "bad_request"]);
  });

  it("is rejected above the limit of its IP address, and accepted in the next minute", async () => {
    const { passOf, say, wait } = open();
    for (let count = 0; count < 10; count += 1) await passOf("english", "2001:db8:1:2::1");
    const body = { channel: "english", pass: null };
    expect(await say(body, "2001:db8:1:2:3::9")).toEqual([429, "too_many"]);
    expect((await say(body, "2001:db8:1:3::1"))[0]).toBe(200);
    wait(60);
    expect((await say(body, "2001:db8:1:2::1"))[0]).toBe(200);
  });

  it("is rejected when other servers have counted its network often enough", async () => {
    const { passOf, say, wait, state } = open();
    const pass = await passOf();
    wait(60);
    state.verdict = "many";
    expect(await say({ channel: "english", pass })).toEqual([429, "too_many"]);
  });

  it("names its network by a pseudonym that changes every minute", async () => {
    const { passOf, say, wait, spent } = open();
    const sendTwo = async (): Promise<void> => {
      const addresses = ["2001:db8:1:2::1", "2001:db8:1:2:3::9", "203.0.113.8"];
      const passes = await Promise.all(addresses.map((one) => passOf("english", one)));
      wait(60);
      for (const [at, pass] of passes.entries()) {
        await say({ channel: "english", pass }, addresses[at]);
      }
    };
    await sendTwo();
    await sendTwo();
    const [first, same, other, next] = spent.map(({ sender }) => sender);
    expect(same).toBe(first);
    expect(new Set([first, other, next]).size).toBe(3);
    expect(JSON.stringify(spent)).not.toContain("2001");
  });

  it("is accepted but not counted in a full minute", async () => {
    const { passOf, say, state, wait } = open();
    const pass = await passOf();
    wait(60);
    state.verdict = "full";
    expect((await say({ channel: "english", pass }))[0]).toBe(200);
  });
});

describe("the counts", () => {
  const rows = { english: 116, french: 24, gone: 300 };
  const get = (service: ReturnType<typeof open>): Promise<Response> =>
    service.handle(new Request(ADDRESS));

  it("are shown from the minimum on, for existing channels, and read every ten seconds", async () => {
    const service = open({}, rows);
    for (let visit = 0; visit < 5; visit += 1) {
      const response = await get(service);
      expect(response.headers.get("cache-control")).toBe("public, max-age=10");
      expect(await response.json()).toEqual({ share: 1, channels: { english: 120 } });
    }
    expect(service.state.asked).toBe(1);
    service.wait(10);
    await get(service);
    expect(service.state.asked).toBe(2);
  });

  it("are off with a minimum of 0, and no heartbeat is accepted", async () => {
    const service = open({ WATCHING_FLOOR: "0" }, rows);
    expect(await (await get(service)).json()).toEqual({ share: 0, channels: {} });
    expect(await service.say({ channel: "english", pass: null })).toEqual([404, "not_counted"]);
    expect(service.state.asked).toBe(0);
  });

  it("are read again after a database failure", async () => {
    const service = open({}, rows);
    service.state.isDown = true;
    await expect(get(service)).rejects.toThrow("answered 503");
    service.state.isDown = false;
    expect((await get(service)).status).toBe(200);
  });

  it("include a channel that was added since, and keep the last valid list", async () => {
    const { say, variables } = open();
    const heartbeat = { channel: "prayer", pass: null };
    expect((await say(heartbeat))[0]).toBe(400);
    variables.CHANNELS = "english,prayer";
    expect((await say(heartbeat))[0]).toBe(200);
    variables.CHANNELS = "no channel";
    expect((await say(heartbeat))[0]).toBe(200);
  });

  it("reject other methods, and need the settings", async () => {
    const remove = new Request(ADDRESS, { method: "DELETE" });
    expect((await open().handle(remove)).status).toBe(405);
    const options = new Request(ADDRESS, { method: "OPTIONS" });
    expect((await open().handle(options)).status).toBe(204);
    for (const env of [{ CHANNELS: undefined }, { CHANNELS: "Ä" }, { WATCHING_FLOOR: "-1" }]) {
      expect((await get(open(env))).status).toBe(503);
    }
  });
});
