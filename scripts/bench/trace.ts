/** Tasks above this length block input. */
const LONG_TASK_MS = 50;
const US_PER_MS = 1_000;

/** Categories of the browser's trace that this module reads. */
export const TRACE_CATEGORIES = [
  "loading",
  "blink.user_timing",
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
  const events = eventsOf(trace);
  const paint = firstOf(events, "firstContentfulPaint");
  return mainTasks(events, paint.pid)
    .filter(({ ts }) => ts >= paint.ts)
    .map((task) => processorMs(task) - LONG_TASK_MS)
    .reduce((sum, beyondMs) => sum + Math.max(0, beyondMs), 0);
}

/** Processor time of the main thread's tasks between two of the page's own marks, in ms. */
export function processorMsBetween(trace: string, firstMark: string, lastMark: string): number {
  const events = eventsOf(trace);
  const first = firstOf(events, firstMark);
  const last = firstOf(events, lastMark);
  return mainTasks(events, first.pid)
    .filter(({ ts, dur = 0 }) => ts + dur >= first.ts && ts <= last.ts)
    .reduce((sum, task) => sum + processorMs(task), 0);
}

function eventsOf(trace: string): TraceEvent[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the browser's own format
  return (JSON.parse(trace) as { traceEvents: TraceEvent[] }).traceEvents;
}

function firstOf(events: readonly TraceEvent[], name: string): TraceEvent {
  const [first] = events.filter((event) => event.name === name).toSorted((a, b) => a.ts - b.ts);
  if (!first) throw new Error(`The trace holds no ${name}`);
  return first;
}

/** The tasks of a process's main thread. */
function mainTasks(events: readonly TraceEvent[], pid: number): TraceEvent[] {
  const main = events.find(
    (event) =>
      event.name === "thread_name" && event.pid === pid && event.args?.name === "CrRendererMain",
  );
  return events.filter(
    (event) => event.name === "RunTask" && event.pid === pid && event.tid === main?.tid,
  );
}

function processorMs({ tdur, dur }: TraceEvent): number {
  return (tdur ?? dur ?? 0) / US_PER_MS;
}
