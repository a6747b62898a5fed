import type { HlsConfig, Loader, LoaderCallbacks, LoaderContext } from "hls.js";
import { beforeEach, expect, it, vi } from "vitest";
import { loaderWithBackoff } from "./loader-backoff.ts";

type Outcome = "onSuccess" | "onError" | "onTimeout" | "hangs";

let outcome: Outcome;
let requests: { atMs: number }[];

/** Fake hls.js loader: each request ends at once with the given result. */
class FakeLoader {
  stats = {};
  load(
    _context: LoaderContext,
    _settings: unknown,
    callbacks: LoaderCallbacks<LoaderContext>,
  ): void {
    requests.push({ atMs: performance.now() });
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- no arguments are read
    if (outcome !== "hangs") (callbacks[outcome] as () => void)();
  }
  abort(): void {}
  destroy(): void {}
}

function playerLoader(): () => Loader<LoaderContext> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a fake
  const WithBackoff = loaderWithBackoff(FakeLoader as unknown as HlsConfig["loader"]);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the fake reads none
  return () => new WithBackoff({} as HlsConfig);
}

const SEGMENT = contextOf("media-fragment");
const PLAYLIST = contextOf("level");

function contextOf(type: string): LoaderContext {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion, typescript/no-unsafe-enum-assignment -- the enum is a type only
  return { url: "/", responseType: "", type: type as LoaderContext["type"] };
}

/** Loads like hls.js at its worst: again at once after every result. */
function loadForever(loader: () => Loader<LoaderContext>, context: LoaderContext): void {
  const again = (): void => loadForever(loader, context);
  const callbacks = { onSuccess: again, onError: again, onTimeout: again };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the fake reads none
  loader().load(context, {} as never, callbacks);
}

beforeEach(() => {
  vi.useFakeTimers();
  requests = [];
  return () => void vi.useRealTimers();
});

it.each([
  ["onError", SEGMENT],
  ["onTimeout", SEGMENT],
  ["onError", PLAYLIST],
] as const)("requests that end with %s wait longer each time: %j", (end, context) => {
  outcome = end;
  loadForever(playerLoader(), context);
  vi.advanceTimersByTime(24_000);
  expect(requests.map(({ atMs }) => atMs - (requests[0]?.atMs ?? 0))).toEqual([
    0, 500, 1_500, 3_500, 7_500, 15_500, 23_500,
  ]);
});

it("counts playlists and segments separately, and resets after a loaded segment", () => {
  const loader = playerLoader();
  const callbacks = { onSuccess: vi.fn(), onError: vi.fn(), onTimeout: vi.fn() };
  const load = (end: Outcome, context: LoaderContext): number => {
    outcome = end;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the fake reads none
    loader().load(context, {} as never, callbacks);
    return requests.length;
  };
  expect(load("onError", SEGMENT)).toBe(1);
  expect(load("onSuccess", PLAYLIST)).toBe(2);
  expect(load("onSuccess", SEGMENT)).toBe(2);
  vi.advanceTimersByTime(500);
  expect(requests).toHaveLength(3);
  expect(load("onSuccess", SEGMENT)).toBe(4);
});

it("does not send a request that is cancelled while waiting, and reports it", () => {
  const loader = playerLoader();
  outcome = "onError";
  const callbacks = { onSuccess: vi.fn(), onError: vi.fn(), onTimeout: vi.fn(), onAbort: vi.fn() };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the fake reads none
  loader().load(SEGMENT, {} as never, callbacks);
  const waiting = loader();
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the fake reads none
  waiting.load(SEGMENT, {} as never, callbacks);
  waiting.abort();
  vi.advanceTimersByTime(10_000);
  expect(requests).toHaveLength(1);
  expect(callbacks.onAbort).toHaveBeenCalledOnce();
});
