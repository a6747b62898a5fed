import { beforeEach, describe, expect, test, vi } from "vitest";
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

/** Lets the look behind the visitor's back come to its end. */
async function settledState(state: string): Promise<string> {
  await vi.waitUntil(() => probe(MASTER).state === state);
  return probe(MASTER).state;
}

test("a master playlist is followed to its first rendition", async () => {
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

test("any number of visitors make one request in ten seconds", async () => {
  probeOf(() => new Response(ON_AIR));
  expect(await settledState("live")).toBe("live");
  for (let visitor = 0; visitor < 100; visitor++) probe(MASTER);
  expect(asked).toHaveLength(1);
  nowMs += 10_000;
  probe(MASTER);
  expect(asked).toHaveLength(2);
});

test("a clock that is set back by hours keeps nobody from looking again", async () => {
  probeOf(() => new Response(ON_AIR));
  expect(await settledState("live")).toBe("live");
  nowMs -= 6 * 3_600_000;
  probe(MASTER);
  expect(asked).toHaveLength(2);
});

test("404 is offline: nobody is sending", async () => {
  probeOf(() => new Response("gone", { status: 404 }));
  expect(await settledState("offline")).toBe("offline");
});

test("so is a rendition that is not there", async () => {
  probeOf((url) =>
    url === MASTER
      ? new Response("#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nlow.m3u8\n")
      : new Response("gone", { status: 404 }),
  );
  expect(await settledState("offline")).toBe("offline");
});

test.each([
  ["a server error", () => new Response("", { status: 500 })],
  ["a connection that fails", () => Promise.reject(new TypeError("fetch failed"))],
  [
    "a rendition over http",
    () => new Response("#EXTM3U\n#EXT-X-STREAM-INF:A=1\nhttp://x.example/a"),
  ],
  ["a master in a master", () => new Response("#EXTM3U\n#EXT-X-STREAM-INF:A=1\nagain.m3u8")],
  ["a body without end", () => new Response(ON_AIR.padEnd(600 * 1024, "#"))],
])("%s makes a live stream one that is down", async (_what, answer) => {
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

/** States of looks 12 s apart. */
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

describe("an encoder whose clock differs", () => {
  test.each([
    ["60 s late", -60_000],
    ["ahead by an hour", 3_600_000],
    ["without dates", null],
  ])(
    "is live while its playlist moves, and offline once it does not: %s",
    async (_what, clockMs) => {
      let diedAt = Infinity;
      probeOf(() => new Response(slidingPlaylist(Math.min(newestNow(), diedAt), clockMs)));
      expect(new Set(await statesOf(6))).toEqual(new Set(["live"]));
      diedAt = newestNow();
      expect((await statesOf(4)).at(-1)).toBe("offline");
      diedAt = Infinity;
      expect(await statesOf(1)).toEqual(["live"]);
    },
  );
});

test("segments that arrive 8 s late, all at once, are a live stream", async () => {
  probeOf(() => new Response(slidingPlaylist(Math.floor(newestNow() / 5) * 5 - 4, 0)));
  expect(new Set(await statesOf(8))).toEqual(new Set(["live"]));
});

describe("a master playlist with a rendition that is dead", () => {
  const TWO =
    "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=2\nhigh.m3u8\n#EXT-X-STREAM-INF:BANDWIDTH=1\nlow.m3u8\n";

  test.each([
    ["is not there", () => new Response("", { status: 404 })],
    ["fails", () => new Response("", { status: 500 })],
    ["has ended", () => new Response(`${ON_AIR}#EXT-X-ENDLIST\n`)],
    ["stands still", () => new Response(slidingPlaylist(7, 0))],
  ])("is live by another one: the first %s", async (_what, dead) => {
    probeOf((url) => {
      if (url === MASTER) return new Response(TWO);
      return url.endsWith("high.m3u8") ? dead() : new Response(slidingPlaylist(newestNow(), 0));
    });
    expect(new Set(await statesOf(6))).toEqual(new Set(["live"]));
  });

  test("is offline once none moves", async () => {
    probeOf((url) => new Response(url === MASTER ? TWO : slidingPlaylist(7, 0)));
    expect((await statesOf(4)).at(-1)).toBe("offline");
  });
});

const redirectTo = (location: string): Response =>
  new Response(null, { status: 302, headers: { location } });

describe("a stream address that redirects", () => {
  const SIGNED = "https://cdn.example.org/a/signed.m3u8?token=1";

  test("is followed, and renditions are named from where it leads", async () => {
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

  test("is down after a fourth redirect", async () => {
    probeOf((url) => redirectTo(`${url}/again`));
    expect(await settledState("down")).toBe("down");
    expect(probe(MASTER).fault).toBe("too many redirects");
    expect(asked).toHaveLength(4);
  });

  test("without a place to go to is down by its status", async () => {
    probeOf(() => new Response(null, { status: 302 }));
    expect(await settledState("down")).toBe("down");
    expect(probe(MASTER).fault).toBe("status 302");
  });
});

describe("an address that is not public", () => {
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

  test.each(PRIVATE)("is not asked by a redirect: %s", async (address) => {
    probeOf(() => redirectTo(address));
    expect(await settledState("down")).toBe("down");
    expect(asked).toEqual([MASTER]);
  });

  test.each(PRIVATE)("is not asked as a rendition, but another one is: %s", async (address) => {
    const master = `#EXTM3U\n#EXT-X-STREAM-INF:A=1\n${address}\n#EXT-X-STREAM-INF:A=2\nlow.m3u8\n`;
    probeOf((url) => new Response(url === MASTER ? master : ON_AIR));
    expect(await settledState("live")).toBe("live");
    expect(asked).toEqual([MASTER, "https://stream.example.org/live/low.m3u8"]);
  });

  test("may name renditions beside itself", async () => {
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
