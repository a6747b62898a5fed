import type { ScheduledProgramme } from "#shared/contracts/programme-guide.ts";

type Timed = Pick<ScheduledProgramme, "start" | "end">;

type DaySchedule<Programme> = {
  now: Programme | null;
  next: Programme | null;
  /** The rest of the day. */
  later: Programme[];
};

/**
 * Returns the programmes from an instant on that begin before the end of the day; the next one also
 * after it.
 */
export function daySchedule<Programme extends Timed>(
  programmes: readonly Programme[],
  nowMs: number,
  dayEndMs: number,
): DaySchedule<Programme> {
  const ahead = programmes.filter(({ end }) => Date.parse(end) > nowMs);
  const [first] = ahead;
  const isOn = first !== undefined && Date.parse(first.start) <= nowMs;
  const [next = null, ...rest] = isOn ? ahead.slice(1) : ahead;
  return {
    now: isOn ? first : null,
    next,
    later: rest.filter(({ start }) => Date.parse(start) < dayEndMs),
  };
}
