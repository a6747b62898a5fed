import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createDeviceStore } from "./indexed-db-store.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A database that opens at once and runs this when a transaction begins. */
function opening(transaction: () => unknown) {
  const result = { transaction, close: vi.fn() };
  const request = Object.assign(new EventTarget(), { result });
  const open = () => {
    queueMicrotask(() => request.dispatchEvent(new Event("success")));
    return request;
  };
  return { open, close: result.close };
}

function refuse(): never {
  throw new DOMException("The user denied permission", "SecurityError");
}

const SILENT = () => Object.assign(new EventTarget(), { objectStore: () => ({ put() {} }) });

it.each([
  ["that the browser lacks", undefined],
  ["that refuses to open", { open: refuse }],
  ["that never opens", { open: () => new EventTarget() }],
  ["that lacks its store", opening(refuse)],
  ["whose transactions never end", opening(SILENT)],
])("times out on a database %s and stores nothing", async (_case, database) => {
  vi.stubGlobal("indexedDB", database);
  const store = createDeviceStore("d", "s");
  const answers = Promise.all([store.keep({ a: 1 }), store.read("a")]);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(await answers).toEqual([false, undefined]);
});

it("a database that opens too late is closed", async () => {
  const late = opening(SILENT);
  const request = Object.assign(new EventTarget(), { result: { close: late.close } });
  vi.stubGlobal("indexedDB", { open: () => request });
  const answer = createDeviceStore("d", "s").read("a");
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await answer).toBeUndefined();
  request.dispatchEvent(new Event("success"));
  expect(late.close).toHaveBeenCalled();
});
