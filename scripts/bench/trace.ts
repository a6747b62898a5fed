/** Tasks above this length block input. */
const LONG_TASK_MS = 50;
const US_PER_MS = 1_000;

/** Categories of the browser's trace that `blockingMsIn` reads. */
export const TRACE_CATEGORIES = [
  "loading",
  "devtools.timeline",
  "disabled-by-default-devtools.timeline",
];

type TraceEvent = {
  name: string;
  pid: number;
  tid: number;
  /** Start and duration in microseconds; `tdur` in processor time. */
  ts: number;
  dur?: number;
  tdur?: number;
  args?: { name?: string };
};

/**
 * Blocking time of a load: the parts beyond 50 ms of the main thread's tasks after the first
 * contentful paint. In processor time, so that other work of the machine does not count.
 *
 * @param trace JSON of the browser.
 */
export function blockingMsIn(trace: string): number {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the browser's own format
  const { traceEvents } = JSON.parse(trace) as { traceEvents: TraceEvent[] };
  const paint = traceEvents
    .filter(({ name }) => name === "firstContentfulPaint")
    .toSorted((a, b) => a.ts - b.ts)[0];
  if (!paint) throw new Error("The trace holds no first contentful paint");
  const main = traceEvents.find(
    ({ name, pid, args }) =>
      name === "thread_name" && pid === paint.pid && args?.name === "CrRendererMain",
  );
  return traceEvents
    .filter(
      ({ name, pid, tid, ts }) =>
        name === "RunTask" && pid === main?.pid && tid === main.tid && ts >= paint.ts,
    )
    .map(({ tdur, dur }) => (tdur ?? dur ?? 0) / US_PER_MS - LONG_TASK_MS)
    .reduce((sum, beyondMs) => sum + Math.max(0, beyondMs), 0);
}
