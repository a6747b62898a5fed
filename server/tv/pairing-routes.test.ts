import { resolve } from "node:path";
import { beforeAll, beforeEach, expect, it } from "vitest";
import { createClientAddress } from "@reign-tv/kit/http/client-address.ts";
import { createClientLimits } from "@reign-tv/kit/http/ip-rate-limit.ts";
import { HOUR_MS, MINUTE_MS } from "@reign-tv/kit/durations.ts";
import { createActiveSource } from "#server/live/active-source.ts";
import { loadLibrary, type MediaLibrary } from "#server/media/library.ts";
import type { ExpiringStore } from "#server/state-store/expiring-store.ts";
import type { TvReport } from "#shared/contracts/tv-pairing.ts";
import { testMinistry } from "#tests/support/ministry-fixture.ts";
import { ownVideo } from "#tests/support/own-video-fixture.ts";
import { createPairingRoutes } from "./pairing-routes.ts";

const START = Date.UTC(2026, 10, 26);
const CLIP = "clip-psalm-103-verse-by-verse";
const OWN = ownVideo();
const UNKNOWN = "AAAAAAAAAAAAAAAAAAAAAA";
const REPORT: TvReport = {
  media: { kind: "video", id: CLIP },
  title: "Psalm 103",
  state: "playing",
  position: 42,
  duration: 220,
  hasVolume: true,
  done: 1,
};

let library: MediaLibrary;
let now = START;
let routes: ReturnType<typeof createPairingRoutes>;

/** In memory: each change of a real store waits for the disk, which other tests keep busy. */
function storeInMemory(): ExpiringStore {
  const texts = new Map<string, string>();
  const put = (key: string, text: string, isDue: boolean) => {
    if (isDue) texts.set(key, text);
    return Promise.resolve(isDue);
  };
  return {
    get: (key) => Promise.resolve(texts.get(key) ?? null),
    create: (key, text) => put(key, text, !texts.has(key)),
    replace: (key, from, to) => put(key, to, texts.get(key) === from),
  };
}

beforeAll(async () => {
  library = await loadLibrary(resolve("media"));
});
beforeEach(() => {
  now = START;
  const ministry = testMinistry();
  const clientAddress = createClientAddress([]);
  routes = createPairingRoutes({
    ministry: () => ministry,
    config: {
      siteUrl: "https://tv.example",
      YOUTUBE_EMBED_BASE: "https://www.youtube-nocookie.com",
    },
    library,
    ownVideos: { find: (id) => (id === OWN.id ? OWN : null) },
    stateStore: { expiringOf: storeInMemory },
    activeSource: createActiveSource(() => ministry, { of: () => null }),
    isKnownVideo: (id) => Promise.resolve(id === "AAAAAAAAAA1"),
    clientAddress,
    limits: createClientLimits({ clientAddress, factor: 1 }),
    factor: 1,
    now: () => now,
  });
});

type Answer = { status: number; body: Record<string, unknown>; headers: Headers };

async function call(
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const response = await routes.request(`/api/tv/${path}`, {
    method,
    headers: { "content-type": "application/json", ...headers },
    ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    body: text === "" ? {} : JSON.parse(text),
    headers: response.headers,
  };
}

async function takeCode(): Promise<{ screen: string; code: string }> {
  const { body, status } = await call("POST", "codes", { language: "en" });
  expect(status).toBe(201);
  return { screen: String(body["screen"]), code: String(body["code"]) };
}

async function pairUp(): Promise<{ screen: string; pairing: string; code: string }> {
  const { screen, code } = await takeCode();
  const { body } = await call("POST", "pair", { code });
  return { screen, code, pairing: String(body["pairing"]) };
}

it("a phone pairs by the code, and the television plays what it is given, then reports it", async () => {
  const { screen, code } = await takeCode();
  expect(code).toMatch(/^\d{6}$/);
  expect((await call("GET", `${screen}/orders`)).body).toEqual({
    v: 1,
    isPaired: false,
    orders: [],
  });
  const { body, status } = await call("POST", "pair", { code });
  expect(status).toBe(201);
  const pairing = String(body["pairing"]);
  expect(pairing).toMatch(/^[\w-]{22}$/);
  const play = {
    do: "play",
    media: { kind: "video", id: CLIP },
    title: "Psalm 103",
    position: 40,
  };
  expect((await call("POST", `${pairing}/command`, play)).body).toEqual({ v: 1, n: 1 });
  expect((await call("GET", `${screen}/orders`)).body).toMatchObject({
    isPaired: true,
    orders: [{ ...play, n: 1, playable: { kind: "file" } }],
  });
  expect((await call("GET", pairing)).body).toEqual({ v: 1, report: null, isAway: false });
  expect((await call("POST", `${screen}/report`, REPORT)).status).toBe(204);
  expect((await call("GET", pairing)).body).toEqual({ v: 1, report: REPORT, isAway: false });
  now += MINUTE_MS;
  expect((await call("GET", pairing)).body).toMatchObject({ isAway: true });
});

it("the television plays a video of the ministry's own", async () => {
  const { screen, pairing } = await pairUp();
  const play = (id: string) =>
    call("POST", `${pairing}/command`, {
      do: "play",
      media: { kind: "video", id },
      title: OWN.title,
      position: 40,
    });
  expect((await play("clip-own-ffffffffffff")).status).toBe(422);
  expect((await play(OWN.id)).status).toBe(201);
  const { body } = await call("GET", `${screen}/orders`);
  const source: unknown = expect.stringContaining(`/${OWN.id}/`);
  expect(body).toMatchObject({ orders: [{ playable: { kind: "file", source } }] });
});

it("answers 304 while nothing has changed", async () => {
  const { screen, pairing } = await pairUp();
  for (const path of [pairing, `${screen}/orders`]) {
    const first = await call("GET", path);
    const etag = first.headers.get("etag") ?? "";
    expect((await call("GET", path, undefined, { "if-none-match": etag })).status).toBe(304);
  }
  const before = await call("GET", `${screen}/orders`);
  await call("POST", `${pairing}/command`, { do: "pause" });
  const etag = before.headers.get("etag") ?? "";
  expect((await call("GET", `${screen}/orders`, undefined, { "if-none-match": etag })).status).toBe(
    200,
  );
});

it("gives the same answer to a wrong, a used and an expired code", async () => {
  const { code: used } = await pairUp();
  const { code: expired, screen } = await takeCode();
  const wrong = [used, expired].includes("000000") ? "000001" : "000000";
  now += 10 * MINUTE_MS;
  const answers = await Promise.all(
    [wrong, used, expired].map((code) => call("POST", "pair", { code })),
  );
  for (const { status, body } of answers) {
    expect(status).toBe(404);
    expect(body).toEqual({ error: "This code is wrong or has expired", code: "unknown_code" });
  }
  expect((await call("GET", `${screen}/orders`)).status).toBe(404);
});

it("an address has five guesses in a minute, also for the right code", async () => {
  const { code } = await takeCode();
  const wrong = code === "000000" ? "000001" : "000000";
  const guess = (from: string, text = wrong) =>
    call("POST", "pair", { code: text }, { "x-forwarded-for": from });
  for (let count = 0; count < 5; count += 1) {
    expect((await guess("198.51.100.7")).status).toBe(404);
  }
  const sixth = await guess("198.51.100.7", code);
  expect(sixth.status).toBe(429);
  expect(sixth.headers.get("retry-after")).toBe("60");
  // An address of the same IPv6 network counts with it.
  for (let count = 0; count < 5; count += 1) await guess(`2001:db8::${count}`);
  expect((await guess("2001:db8::9", code)).status).toBe(429);
  expect((await guess("198.51.100.8")).status).toBe(404);
  now += MINUTE_MS;
  expect((await guess("198.51.100.7", code)).status).toBe(201);
});

it("ends after six hours, by the phone, or by the television", async () => {
  for (const end of [
    () => (now += 6 * HOUR_MS),
    ({ pairing }: { pairing: string }) => call("DELETE", pairing),
    ({ screen }: { screen: string }) => call("DELETE", screen),
  ]) {
    const both = await pairUp();
    expect((await call("GET", both.pairing)).status).toBe(200);
    await end(both);
    const answers = await Promise.all([
      call("GET", both.pairing),
      call("POST", `${both.pairing}/command`, { do: "pause" }),
      call("GET", `${both.screen}/orders`),
      call("POST", `${both.screen}/report`, REPORT),
    ]);
    for (const { status, body } of answers) {
      expect(status).toBe(404);
      expect(body).toMatchObject({ code: "ended" });
    }
  }
});

it("the token of one side is not that of the other", async () => {
  const { screen, pairing } = await pairUp();
  expect((await call("POST", `${screen}/command`, { do: "pause" })).status).toBe(404);
  expect((await call("GET", screen)).status).toBe(404);
  expect((await call("GET", `${pairing}/orders`)).status).toBe(404);
  expect((await call("POST", `${pairing}/report`, REPORT)).status).toBe(404);
});

it.each([
  ["a channel of this site", { kind: "channel", id: "english" }, 201],
  ["a channel of no site", { kind: "channel", id: "constructor" }, 422],
  ["a known video of the platform", { kind: "video", id: "AAAAAAAAAA1" }, 201],
  ["any other video of the platform", { kind: "video", id: "BBBBBBBBBB1" }, 422],
  ["a clip that does not exist", { kind: "video", id: "clip-missing" }, 422],
  ["a path instead of an id", { kind: "video", id: "../../etc/passwd" }, 400],
  ["no kind", { id: "english" }, 400],
])("plays %s, or says no", async (_name, media, expected) => {
  const { screen, pairing } = await pairUp();
  const play = { do: "play", media, title: "", position: 0 };
  expect((await call("POST", `${pairing}/command`, play)).status).toBe(expected);
  const { body } = await call("GET", `${screen}/orders`);
  expect(body["orders"]).toHaveLength(expected === 201 ? 1 : 0);
});

it.each<[string, unknown]>([
  ["no JSON", "{"],
  ["null", null],
  ["a number", 1],
  ["a list", []],
  ["an unknown command", { do: "explode" }],
  ["a further field", { do: "pause", extra: 1 }],
  ["a position that is no number", { do: "seek-to", position: "1" }],
  ["a negative position", { do: "seek-to", position: -1 }],
  ["a step beyond one", { do: "channel", step: 50 }],
  ["deep nesting", `${"[".repeat(1_000)}${"]".repeat(1_000)}`],
])("rejects a command that is %s, and keeps the pairing", async (_name, body) => {
  const { screen, pairing } = await pairUp();
  expect((await call("POST", `${pairing}/command`, body)).status).toBe(400);
  expect((await call("POST", `${screen}/report`, body)).status).toBe(400);
  expect((await call("POST", "pair", body)).status).toBe(400);
  expect((await call("POST", "codes", body)).status).toBe(400);
  expect((await call("GET", pairing)).body).toEqual({ v: 1, report: null, isAway: false });
});

it("rejects a long body, another type, and tokens in other forms", async () => {
  const { pairing } = await pairUp();
  const long = { do: "play", title: "a".repeat(5_000) };
  expect((await call("POST", `${pairing}/command`, long)).status).toBe(413);
  const plain = { "content-type": "text/plain" };
  expect((await call("POST", "pair", { code: "123456" }, plain)).status).toBe(415);
  for (const token of [UNKNOWN, "x", "..%2f..%2fetc", "a".repeat(3_000)]) {
    expect((await call("GET", token)).status).toBe(404);
    expect((await call("GET", `${token}/orders`)).status).toBe(404);
    expect((await call("DELETE", token)).status).toBe(204);
  }
  expect((await call("GET", pairing)).status).toBe(200);
});

it("lets the phone app call it, and no other site", async () => {
  const headers = { origin: "https://localhost", "access-control-request-method": "POST" };
  const allowed = await call("OPTIONS", "pair", undefined, headers);
  expect(allowed.headers.get("access-control-allow-origin")).toBe("https://localhost");
  const other = await call("OPTIONS", "pair", undefined, {
    ...headers,
    origin: "https://evil.example",
  });
  expect(other.headers.get("access-control-allow-origin")).toBeNull();
});

it("/pair leads to the form for the code, in its language", async () => {
  const location = async (path: string) => (await routes.request(path)).headers.get("location");
  expect(await location("/pair")).toBe("/live-tv#tv");
  expect(await location("/fr/pair")).toBe("/fr/live-tv#tv");
});
