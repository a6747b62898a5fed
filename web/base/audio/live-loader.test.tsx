import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { loadLive } from "./live-loader.ts";
import { fakeMediaElements } from "./sound-element.fixture.ts";

/** What arrived in the source buffer, in order, and the state of the source. */
const appended: string[] = [];
let source: FakeSource;

class FakeBuffer extends EventTarget {
  mode = "segments";
  #end = 0;
  get buffered() {
    const end = this.#end;
    return { length: end > 0 ? 1 : 0, start: () => 0, end: () => end };
  }
  appendBuffer(bytes: ArrayBuffer): void {
    const text = new TextDecoder().decode(bytes);
    appended.push(text);
    if (text.includes("m4s")) this.#end += 2;
    const outcome = text.includes("damaged") ? "error" : "updateend";
    queueMicrotask(() => this.dispatchEvent(new Event(outcome)));
  }
  remove(): void {
    queueMicrotask(() => this.dispatchEvent(new Event("updateend")));
  }
}

class FakeSource extends EventTarget {
  readyState = "closed";
  readonly buffer = new FakeBuffer();
  constructor() {
    super();
    // oxlint-disable-next-line typescript/no-this-alias -- the test reads it
    source = this;
    queueMicrotask(() => {
      this.readyState = "open";
      this.dispatchEvent(new Event("sourceopen"));
    });
  }
  addSourceBuffer(): FakeBuffer {
    return this.buffer;
  }
  endOfStream(): void {
    this.readyState = "ended";
  }
}

/** Answers by path: a body, or a status. Any other file exists and holds its name. */
const answers = new Map<string, string | number>();
const onTrouble = vi.fn();
const onBroken = vi.fn();
const onBytes = vi.fn();
const onGone = vi.fn();

const searches: string[] = [];
let delayMs = 0;
beforeEach(() => {
  delayMs = 0;
  vi.useFakeTimers();
  fakeMediaElements();
  vi.stubGlobal("MediaSource", FakeSource);
  URL.createObjectURL = () => "blob:sound";
  URL.revokeObjectURL = () => undefined;
  appended.length = 0;
  searches.length = 0;
  answers.clear();
  for (const spy of [onTrouble, onBroken, onBytes, onGone]) spy.mockClear();
  vi.stubGlobal("fetch", async (url: string) => {
    const { pathname, search } = new URL(url);
    if (pathname === "/audio.m3u8") searches.push(search);
    if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs));
    const answer = answers.get(pathname) ?? pathname.slice(1);
    return typeof answer === "number"
      ? new Response(null, { status: answer })
      : new Response(answer);
  });
});
afterEach(() => vi.useRealTimers());

/** Sets the playlist: segments from this number on, as "clip" or "clip/gap". */
function air(from: number, clips: readonly string[], end = ""): void {
  const lines = clips.map((clip, index) => {
    const [name, gap] = clip.split("/");
    const map = `#EXT-X-MAP:URI="/${name}/init.mp4"`;
    return `${map}\n${gap ? "#EXT-X-GAP\n" : ""}#EXTINF:2,\n/${name}/${from + index}.m4s`;
  });
  const date = new Date(from * 2_000).toISOString();
  const head = `#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXT-X-MEDIA-SEQUENCE:${from}\n#EXT-X-PROGRAM-DATE-TIME:${date}`;
  answers.set("/audio.m3u8", [head, ...lines, end].join("\n"));
}

async function listen(fromMs: number | null = null) {
  const audio = document.createElement("audio");
  const events = { onBytes, onTrouble, onBroken, onGone };
  const loader = loadLive(audio, "/audio.m3u8", events, fromMs);
  await vi.advanceTimersByTimeAsync(0);
  return { audio, ...loader };
}

const oneInterval = () => vi.advanceTimersByTimeAsync(2_000);

it("starts with the newest three segments, near the live edge, and follows", async () => {
  air(1, ["a", "a", "a", "a"]);
  const { audio } = await listen();
  expect(appended).toEqual(["a/init.mp4", "a/2.m4s", "a/3.m4s", "a/4.m4s"]);
  expect(source.buffer.mode).toBe("sequence");
  expect(audio.currentTime).toBeCloseTo(1.6);
  air(2, ["a", "a", "a", "a"]);
  await oneInterval();
  expect(appended.slice(4)).toEqual(["a/5.m4s"]);
  expect(onTrouble).not.toHaveBeenCalledWith(true);
  expect(onBytes).toHaveBeenCalledWith("a/5.m4s".length);
});

it("asks at once for a segment that the server waits for, which does not mean a weak connection", async () => {
  const held = "#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES";
  air(1, ["a", "a", "a"], held);
  const { audio } = await listen();
  delayMs = 1_500;
  await vi.advanceTimersByTimeAsync(0);
  air(2, ["a", "a", "a"], held);
  await vi.advanceTimersByTimeAsync(1_500);
  delayMs = 0;
  await vi.advanceTimersByTimeAsync(1_500);
  expect(searches.slice(0, 2)).toEqual(["", "?_HLS_msn=4"]);
  expect(appended).toContain("a/4.m4s");
  // A weak connection would start with the first segment.
  expect(audio.currentTime).toBeCloseTo(2.2);
});

it("starts eight seconds behind on a weak connection, or once the sound has stopped", async () => {
  air(1, ["a", "a", "a", "a", "a", "a"]);
  delayMs = 300;
  const weak = await listen();
  await vi.advanceTimersByTimeAsync(2_400);
  expect(appended).toHaveLength(5);
  expect(weak.audio.currentTime).toBe(0);
  weak.stop();

  delayMs = 0;
  appended.length = 0;
  const { audio } = await listen();
  expect(appended).toHaveLength(4);
  audio.dispatchEvent(new Event("waiting"));
  audio.dispatchEvent(new Event("playing"));
  Object.defineProperty(audio, "seeking", { value: true, configurable: true });
  audio.dispatchEvent(new Event("waiting"));
  // It lost its place.
  air(40, ["a", "a", "a", "a", "a", "a"]);
  await oneInterval();
  expect(appended.slice(4)).toHaveLength(3);
  Object.defineProperty(audio, "seeking", { value: false });
  audio.dispatchEvent(new Event("waiting"));
  air(80, ["a", "a", "a", "a", "a", "a"]);
  await oneInterval();
  expect(appended.slice(7)).toHaveLength(4);
});

it("appends the initialisation of another clip, and leaves gaps and lost segments out", async () => {
  air(1, ["a"]);
  await listen();
  answers.set("/b/4.m4s", 404);
  air(1, ["a", "a/gap", "b", "b", "b"]);
  await oneInterval();
  expect(appended.slice(2)).toEqual(["b/init.mp4", "b/3.m4s", "b/5.m4s"]);
});

it("repeats what fails with growing delays, and misses nothing", async () => {
  air(1, ["a"]);
  await listen();
  answers.set("/a/2.m4s", 503);
  air(1, ["a", "a"]);
  await oneInterval();
  expect(onTrouble).toHaveBeenLastCalledWith(true);
  await vi.advanceTimersByTimeAsync(500);
  answers.delete("/a/2.m4s");
  await vi.advanceTimersByTimeAsync(999);
  expect(appended).not.toContain("a/2.m4s");
  await vi.advanceTimersByTimeAsync(1);
  expect(appended).toContain("a/2.m4s");
  expect(onTrouble).toHaveBeenLastCalledWith(false);
});

it("goes on at the live edge after a long failure", async () => {
  air(1, ["a", "a", "a"]);
  await listen();
  answers.set("/audio.m3u8", 502);
  await vi.advanceTimersByTimeAsync(60_000);
  air(40, ["a", "a", "a", "a"]);
  await vi.advanceTimersByTimeAsync(8_000);
  expect(appended.slice(4)).toEqual(["a/41.m4s", "a/42.m4s", "a/43.m4s"]);
});

it("ends with its channel", async () => {
  air(1, ["a"], "#EXT-X-ENDLIST");
  await listen();
  expect(source.readyState).toBe("ended");
  expect(vi.getTimerCount()).toBe(0);
});

it("reports data that the browser refuses, once, and stops when asked", async () => {
  answers.set("/a/1.m4s", "damaged m4s");
  air(1, ["a"]);
  await listen();
  expect(onBroken).toHaveBeenCalledOnce();
  answers.delete("/a/1.m4s");
  const { stop } = await listen();
  stop();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(vi.getTimerCount()).toBe(0);
  expect(onBroken).toHaveBeenCalledOnce();
});

it("plays a past broadcast from a moment on, not far ahead, and tells the moment", async () => {
  const hour = Array.from({ length: 60 }, () => "a");
  air(1, hour);
  const { audio, momentMs } = await listen(20_500);
  expect(appended.slice(0, 2)).toEqual(["a/init.mp4", "a/10.m4s"]);
  expect(audio.currentTime).toBe(0.5);
  expect(momentMs()).toBe(20_500);
  // 30 s ahead, by segments of 2 s.
  expect(appended).toHaveLength(1 + 16);
  audio.currentTime = 10;
  expect(momentMs()).toBe(30_000);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(appended.at(-1)).toBe("a/30.m4s");
});

it("follows a past broadcast to its end, and says when the server has it no more", async () => {
  air(1, ["a", "a"]);
  const { stop } = await listen(2_000);
  air(1, ["a", "a", "a"], "#EXT-X-ENDLIST");
  await oneInterval();
  expect(appended).toEqual(["a/init.mp4", "a/1.m4s", "a/2.m4s", "a/3.m4s"]);
  expect(source.readyState).toBe("ended");
  stop();
  answers.set("/audio.m3u8", 404);
  await listen(2_000);
  expect(onGone).toHaveBeenCalledOnce();
});
