import { beforeEach, expect, test, vi } from "vitest";
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
