import { act, renderHook } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import type { EncodingResult } from "#web/features/studio/own-videos/media/encode.ts";
import { useEncoding } from "./use-encoding.ts";

type Encoding = PromiseWithResolvers<EncodingResult> & {
  signal: AbortSignal;
  onProgress: (share: number) => void;
};

/** A browser encodes nothing here: tests decide how each encoding ends. */
const started: Encoding[] = [];
vi.mock("#web/features/studio/own-videos/media/encode.ts", () => ({
  encode(_kind: string, _from: Blob, onProgress: (share: number) => void, signal: AbortSignal) {
    const encoding = { ...Promise.withResolvers<EncodingResult>(), onProgress, signal };
    started.push(encoding);
    return encoding.promise;
  },
}));

const FILM = new Blob(["film"]);

beforeEach(() => void started.splice(0));

/** Starts an encoding, and returns it with what the page sees. */
async function begin() {
  const view = renderHook(useEncoding);
  const outcome: { file?: Blob | null } = {};
  async function run(): Promise<Encoding> {
    const count = started.length;
    act(() => void view.result.current.run("film", FILM).then((file) => (outcome.file = file)));
    await vi.waitFor(() => expect(started).toHaveLength(count + 1));
    return started[count] ?? expect.fail("nothing was started");
  }
  const isUnloadHeld = (): boolean =>
    !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
  return { ...view, outcome, run, isUnloadHeld, phase: () => view.result.current.state.phase };
}

it("shows how far it is, returns the file, and holds the page until it ends", async () => {
  const { result, run, outcome, isUnloadHeld, phase } = await begin();
  expect(isUnloadHeld()).toBe(false);
  const { onProgress, resolve } = await run();
  act(() => onProgress(0.4));
  expect(result.current.state).toEqual({ phase: "running", share: 0.4 });
  expect(isUnloadHeld()).toBe(true);
  const file = new Blob(["made"]);
  await act(async () => resolve({ kind: "done", file }));
  expect([phase(), outcome.file, isUnloadHeld()]).toEqual(["idle", file, false]);
});

it.each([
  ["failed", "an encoder that gives up", (one: Encoding) => one.reject(new Error("no more"))],
  ["impossible", "a missing decoder", (one: Encoding) => one.resolve({ kind: "impossible" })],
] as const)("says “%s” for %s, and can be tried again", async (phase, _, end) => {
  const { result, run, outcome } = await begin();
  const first = await run();
  await act(async () => end(first));
  expect([result.current.state, outcome.file]).toEqual([{ phase }, null]);
  const second = await run();
  expect(result.current.state).toEqual({ phase: "running", share: 0 });
  await act(async () => second.resolve({ kind: "done", file: FILM }));
  expect(outcome.file).toBe(FILM);
});

it("forgets an encoding that was cancelled, whatever still comes of it", async () => {
  const { result, run, outcome, phase } = await begin();
  const first = await run();
  act(() => result.current.cancel());
  expect([phase(), first.signal.aborted]).toEqual(["idle", true]);
  const second = await run();
  await act(async () => {
    first.onProgress(0.9);
    first.reject(new Error("cancelled"));
  });
  expect(result.current.state).toEqual({ phase: "running", share: 0 });
  await act(async () => second.resolve({ kind: "done", file: FILM }));
  expect(outcome.file).toBe(FILM);
});

it("ends with its page", async () => {
  const { run, outcome, unmount } = await begin();
  const { signal, resolve } = await run();
  unmount();
  expect(signal.aborted).toBe(true);
  await act(async () => resolve({ kind: "done", file: FILM }));
  expect(outcome.file).toBeNull();
});
