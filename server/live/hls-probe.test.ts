import { beforeEach, describe, expect, it, vi } from "vitest";
import { createHlsProbe, type HlsProbe } from "./hls-probe.ts";

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
