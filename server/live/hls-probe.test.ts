import { expect, it, beforeEach, describe, vi } from "vitest";
import { readHlsPlaylist, createHlsProbe, type HlsProbe } from "./hls-probe.ts";

function playlist(...lines: string[]): string {
  return ["#EXTM3U", "#EXT-X-TARGETDURATION:4", ...lines].join("\r\n");
}

const SEGMENT = ["#EXTINF:4,", "a.ts"];

function positionOf(...lines: string[]): string {
  const reading = readHlsPlaylist(playlist(...lines));
  return reading.kind === "media" ? reading.position : reading.kind;
}

it.each([
  ["no end", playlist(...SEGMENT), false],
  ["an end", playlist(...SEGMENT, "#EXT-X-ENDLIST"), true],
  ["parts only", playlist('#EXT-X-PART:DURATION=0.3,INDEPENDENT=YES,URI="p.1.mp4"'), false],
])("reads a media playlist with %s", (_what, text, hasEnded) => {
  expect(readHlsPlaylist(text)).toMatchObject({ kind: "media", hasEnded, targetMs: 4_000 });
});

it.each([
  ["a window that moves", ["#EXT-X-MEDIA-SEQUENCE:7", ...SEGMENT]],
  ["a segment more", [...SEGMENT, ...SEGMENT]],
  ["another name", ["#EXTINF:4,", "b.ts"]],
  ["a part after it", [...SEGMENT, '#EXT-X-PART:DURATION=1,URI="a.ts"']],
])("gives another position to %s", (_what, lines) => {
  expect(positionOf(...lines)).not.toBe(positionOf(...SEGMENT));
});

it.each([
  ["another date", ["#EXT-X-PROGRAM-DATE-TIME:2026-11-22T09:00:12Z", ...SEGMENT]],
  ["another signature", ["#EXTINF:4,", "a.ts?token=2/3"]],
  ["another host", ["#EXTINF:4,", "https://cdn2.example.org/x/a.ts"]],
])("keeps the position for %s", (_what, lines) => {
  expect(positionOf(...lines)).toBe(positionOf(...SEGMENT));
});

it("names the renditions of a master playlist once each", () => {
  const text = [
    "#EXTM3U",
    "#EXT-X-STREAM-INF:BANDWIDTH=2\n\n#comment",
    "low/index.m3u8",
    '#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=1,URI="pictures.m3u8"',
    "#EXT-X-STREAM-INF:BANDWIDTH=1",
    "high/index.m3u8",
    "#EXT-X-STREAM-INF:BANDWIDTH=1",
    "low/index.m3u8",
  ].join("\n");
  const renditions = ["low/index.m3u8", "high/index.m3u8"];
  expect(readHlsPlaylist(text)).toEqual({ kind: "master", renditions });
});

it.each([
  "",
  "<html>",
  "#EXTM3U",
  "#EXTM3U\n#EXTINF:4,\na.ts",
  "#EXTM3U\n#EXT-X-TARGETDURATION:4",
  "#EXTM3U\n#EXT-X-TARGETDURATION:x\n#EXTINF:4,\na.ts",
  "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\n",
])("rejects %j", (text) => {
  expect(readHlsPlaylist(text)).toEqual({ kind: "nonsense" });
});

const MASTER = "https://stream.example.org/live/master.m3u8";
const ON_AIR = "#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXTINF:6,\na.ts\n";

let nowMs: number;
let asked: string[];
let probe: HlsProbe;

beforeEach(() => {
  nowMs = 1_000_000;
  asked = [];
});

function probeOf(answer: (url: string) => Response | Promise<Response>): void {
  const fakeFetch: typeof fetch = (input) => {
    const url = input instanceof Request ? input.url : String(input);
    asked.push(url);
    return Promise.resolve(answer(url));
  };
  probe = createHlsProbe({ fetch: fakeFetch, now: () => nowMs });
}

/** Waits for the background check. */
async function settledState(state: string): Promise<string> {
  await vi.waitUntil(() => probe(MASTER).state === state);
  return probe(MASTER).state;
}

it("follows a master playlist to its first rendition", async () => {
  probeOf((url) =>
    url === MASTER
      ? new Response("#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nlow.m3u8\n")
      : new Response(ON_AIR),
  );
  expect(probe(MASTER)).toEqual({ state: "unknown", sinceMs: null, fault: null });
  expect(await settledState("live")).toBe("live");
  expect(probe(MASTER).sinceMs).toBe(nowMs);
  expect(asked).toEqual([MASTER, "https://stream.example.org/live/low.m3u8"]);
});

it("makes one request in ten seconds for any number of visitors", async () => {
  probeOf(() => new Response(ON_AIR));
  expect(await settledState("live")).toBe("live");
  for (let visitor = 0; visitor < 100; visitor++) probe(MASTER);
  expect(asked).toHaveLength(1);
  nowMs += 10_000;
  probe(MASTER);
  expect(asked).toHaveLength(2);
});

it("checks again after the clock is set back by hours", async () => {
  probeOf(() => new Response(ON_AIR));
  expect(await settledState("live")).toBe("live");
  nowMs -= 6 * 3_600_000;
  probe(MASTER);
  expect(asked).toHaveLength(2);
});

it("is offline on 404", async () => {
  probeOf(() => new Response("gone", { status: 404 }));
  expect(await settledState("offline")).toBe("offline");
});

it("is offline when a rendition is missing", async () => {
  probeOf((url) =>
    url === MASTER
      ? new Response("#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nlow.m3u8\n")
      : new Response("gone", { status: 404 }),
  );
  expect(await settledState("offline")).toBe("offline");
});

it.each([
  ["a server error", () => new Response("", { status: 500 })],
  ["a connection that fails", () => Promise.reject(new TypeError("fetch failed"))],
  [
    "a rendition over http",
    () => new Response("#EXTM3U\n#EXT-X-STREAM-INF:A=1\nhttp://x.example/a"),
  ],
  ["a master in a master", () => new Response("#EXTM3U\n#EXT-X-STREAM-INF:A=1\nagain.m3u8")],
  ["a body without end", () => new Response(ON_AIR.padEnd(600 * 1024, "#"))],
])("reports a live stream as down after %s", async (_what, answer) => {
  let isOnAir = true;
  probeOf(() => (isOnAir ? new Response(ON_AIR) : answer()));
  expect(await settledState("live")).toBe("live");
  isOnAir = false;
  nowMs += 10_000;
  expect(await settledState("down")).toBe("down");
});

/** A playlist of 2 s segments whose newest one is `newest`, by an encoder whose clock is off by `clockMs`. */
function slidingPlaylist(newest: number, clockMs: number | null): string {
  const numbers = [newest - 2, newest - 1, newest];
  const [first = 0] = numbers;
  return [
    "#EXTM3U",
    "#EXT-X-TARGETDURATION:2",
    `#EXT-X-MEDIA-SEQUENCE:${first}`,
    ...(clockMs === null
      ? []
      : [`#EXT-X-PROGRAM-DATE-TIME:${new Date(first * 2_000 + clockMs).toISOString()}`]),
    ...numbers.flatMap((number) => ["#EXTINF:2,", `s${number}.ts`]),
  ].join("\n");
}

/** States of checks 12 s apart. */
async function statesOf(looks: number): Promise<string[]> {
  const states: string[] = [];
  for (let look = 0; look < looks; look += 1) {
    probe(MASTER);
    await new Promise((resolve) => setImmediate(resolve));
    states.push(probe(MASTER).state);
    nowMs += 12_000;
  }
  return states;
}

const newestNow = (): number => Math.floor(nowMs / 2_000);

describe("encoder with a differing clock", () => {
  it.each([
    ["60 s late", -60_000],
    ["ahead by an hour", 3_600_000],
    ["without dates", null],
  ])("is live while its playlist moves, then offline: %s", async (_what, clockMs) => {
    let diedAt = Infinity;
    probeOf(() => new Response(slidingPlaylist(Math.min(newestNow(), diedAt), clockMs)));
    expect(new Set(await statesOf(6))).toEqual(new Set(["live"]));
    diedAt = newestNow();
    expect((await statesOf(4)).at(-1)).toBe("offline");
    diedAt = Infinity;
    expect(await statesOf(1)).toEqual(["live"]);
  });
});

it("is live when segments arrive 8 s late, all at once", async () => {
  probeOf(() => new Response(slidingPlaylist(Math.floor(newestNow() / 5) * 5 - 4, 0)));
  expect(new Set(await statesOf(8))).toEqual(new Set(["live"]));
});

describe("master playlist with a dead rendition", () => {
  const TWO =
    "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=2\nhigh.m3u8\n#EXT-X-STREAM-INF:BANDWIDTH=1\nlow.m3u8\n";

  it.each([
    ["is not there", () => new Response("", { status: 404 })],
    ["fails", () => new Response("", { status: 500 })],
    ["has ended", () => new Response(`${ON_AIR}#EXT-X-ENDLIST\n`)],
    ["stands still", () => new Response(slidingPlaylist(7, 0))],
  ])("is live if another rendition is: the first %s", async (_what, dead) => {
    probeOf((url) => {
      if (url === MASTER) return new Response(TWO);
      return url.endsWith("high.m3u8") ? dead() : new Response(slidingPlaylist(newestNow(), 0));
    });
    expect(new Set(await statesOf(6))).toEqual(new Set(["live"]));
  });

  it("is offline once no rendition moves", async () => {
    probeOf((url) => new Response(url === MASTER ? TWO : slidingPlaylist(7, 0)));
    expect((await statesOf(4)).at(-1)).toBe("offline");
  });
});

const redirectTo = (location: string): Response =>
  new Response(null, { status: 302, headers: { location } });

describe("stream URL that redirects", () => {
  const SIGNED = "https://cdn.example.org/a/signed.m3u8?token=1";

  it("follows redirects and resolves renditions against the final URL", async () => {
    probeOf((url) => {
      if (url === MASTER) return redirectTo("/moved");
      if (url.endsWith("/moved")) return redirectTo(SIGNED);
      if (url === SIGNED) return new Response("#EXTM3U\n#EXT-X-STREAM-INF:A=1\nlow.m3u8\n");
      return url.endsWith("/a/low.m3u8")
        ? redirectTo("https://edge.example.org/low.m3u8")
        : new Response(ON_AIR);
    });
    expect(await settledState("live")).toBe("live");
    expect(asked).toEqual([
      MASTER,
      "https://stream.example.org/moved",
      SIGNED,
      "https://cdn.example.org/a/low.m3u8",
      "https://edge.example.org/low.m3u8",
    ]);
  });

  it("is down after a fourth redirect", async () => {
    probeOf((url) => redirectTo(`${url}/again`));
    expect(await settledState("down")).toBe("down");
    expect(probe(MASTER).fault).toBe("too many redirects");
    expect(asked).toHaveLength(4);
  });

  it("reports the status of a redirect without a location", async () => {
    probeOf(() => new Response(null, { status: 302 }));
    expect(await settledState("down")).toBe("down");
    expect(probe(MASTER).fault).toBe("status 302");
  });
});

describe("URL that is not public", () => {
  const PRIVATE = [
    "http://cdn.example.org/a.m3u8",
    "https://127.0.0.1/a.m3u8",
    "https://[::1]/a.m3u8",
    "https://0x7f.1/a.m3u8",
    "https://metadata.internal/a.m3u8",
    "https://localhost/a.m3u8",
    "https://user:secret@cdn.example.org/a.m3u8",
    "file:///etc/passwd",
    "https://",
  ];

  it.each(PRIVATE)("is not requested by a redirect: %s", async (address) => {
    probeOf(() => redirectTo(address));
    expect(await settledState("down")).toBe("down");
    expect(asked).toEqual([MASTER]);
  });

  it.each(PRIVATE)("is not requested as a rendition, but another one is: %s", async (address) => {
    const master = `#EXTM3U\n#EXT-X-STREAM-INF:A=1\n${address}\n#EXT-X-STREAM-INF:A=2\nlow.m3u8\n`;
    probeOf((url) => new Response(url === MASTER ? master : ON_AIR));
    expect(await settledState("live")).toBe("live");
    expect(asked).toEqual([MASTER, "https://stream.example.org/live/low.m3u8"]);
  });

  it("may name renditions on its own host", async () => {
    const local = "https://media.lan/live.m3u8";
    probeOf((url) =>
      url === local
        ? new Response("#EXTM3U\n#EXT-X-STREAM-INF:A=1\nlow.m3u8\n")
        : new Response(ON_AIR),
    );
    await vi.waitUntil(() => probe(local).state === "live");
    expect(asked).toEqual([local, "https://media.lan/low.m3u8"]);
  });
});
