import { performance } from "node:perf_hooks";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import * as v from "valibot";

/**
 * Preload for a server (`node --import`) that lets a test set its clock and measure its memory. `Date` shows the
 * controlled time. At another speed, timers of 20 seconds and more follow it; shorter timers and `performance` do
 * not change.
 */
const orderSchema = v.variant("order", [
  v.object({ id: v.pipe(v.number(), v.safeInteger()), order: v.literal("jump"), ms: v.number() }),
  v.object({
    id: v.pipe(v.number(), v.safeInteger()),
    order: v.literal("speed"),
    rate: v.pipe(v.number(), v.gtValue(0)),
  }),
  v.object({ id: v.pipe(v.number(), v.safeInteger()), order: v.literal("heap") }),
  v.object({ id: v.pipe(v.number(), v.safeInteger()), order: v.literal("cpu") }),
]);
type Order = v.InferOutput<typeof orderSchema>;

const LONG_TIMER_MS = 20_000;
const POLL_INTERVAL_MS = 25;

const RealDate = Date;
const realSetTimeout = setTimeout;
const realSetInterval = setInterval;

let rate = 1;
let jumpedMs = 0;
let passed = { ms: 0, atMs: performance.now() };

/** Milliseconds since the start at the requested speed; never decreases. */
function passedMs(): number {
  return passed.ms + (performance.now() - passed.atMs) * rate;
}

const startedMs = RealDate.now() - passedMs();
const shownMs = (): number => Math.floor(startedMs + passedMs() + jumpedMs);

globalThis.Date = new Proxy(RealDate, {
  construct: (target, given, newTarget) =>
    Reflect.construct(target, given.length === 0 ? [shownMs()] : given, newTarget),
  apply: () => new RealDate(shownMs()).toString(),
  get: (target, key, receiver) => (key === "now" ? shownMs : Reflect.get(target, key, receiver)),
});

/** Polls, because the speed can change while the timer waits. */
function startLongTimer(work: () => void, delayMs: number, repeats: boolean): NodeJS.Timeout {
  let dueMs = passedMs() + delayMs;
  const timer = realSetInterval(() => {
    if (passedMs() < dueMs) return;
    if (repeats) dueMs = passedMs() + delayMs;
    else clearInterval(timer);
    work();
  }, POLL_INTERVAL_MS);
  return timer;
}

function withLongTimers<T extends typeof setTimeout | typeof setInterval>(
  real: T,
  repeats: boolean,
): T {
  return new Proxy(real, {
    apply(target, self, given: [work: (...rest: unknown[]) => void, ms?: number, ...unknown[]]) {
      const [work, ms = 0, ...rest] = given;
      if (ms < LONG_TIMER_MS) return Reflect.apply(target, self, given);
      return startLongTimer(() => work(...rest), ms, repeats);
    },
  });
}
globalThis.setTimeout = withLongTimers(realSetTimeout, false);
globalThis.setInterval = withLongTimers(realSetInterval, true);

setFlagsFromString("--expose-gc");
const collect: unknown = runInNewContext("gc");

/** Heap size in bytes after a garbage collection. */
function heapBytes(): number {
  if (typeof collect === "function") for (let count = 0; count < 3; count += 1) collect();
  return process.memoryUsage().heapUsed;
}

function applyOrder(order: Order): number {
  switch (order.order) {
    case "jump":
      jumpedMs += order.ms;
      return shownMs();
    case "speed":
      passed = { ms: passedMs(), atMs: performance.now() };
      rate = order.rate;
      return shownMs();
    case "heap":
      return heapBytes();
    case "cpu": {
      const { user, system } = process.cpuUsage();
      return (user + system) / 1_000;
    }
  }
}

process.on("message", (message) => {
  const order = v.safeParse(orderSchema, message);
  if (order.success) process.send?.({ id: order.output.id, value: applyOrder(order.output) });
});
