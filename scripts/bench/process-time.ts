import { readdirSync, readFileSync } from "node:fs";

/** Clock ticks per second in /proc (USER_HZ, the same on every Linux that Node runs on). */
const TICKS_PER_S = 100;

/** Places in /proc/{pid}/stat behind the name of the process. */
const PARENT = 1;
const OWN_AND_ENDED_CHILDREN = [11, 12, 13, 14];

/** CPU that a process and all that it started have used, in milliseconds; Linux only. */
export function cpuMsOfTree(rootPid: number): number {
  const fields = new Map<number, readonly number[]>();
  for (const name of readdirSync("/proc")) {
    if (/^\d+$/.test(name)) fields.set(Number(name), readStat(name));
  }
  const isBelow = (pid: number): boolean => {
    if (pid === rootPid) return true;
    const parent = fields.get(pid)?.[PARENT] ?? 0;
    return parent > 1 && isBelow(parent);
  };
  const ticks = [...fields]
    .filter(([pid]) => isBelow(pid))
    .flatMap(([, stat]) => OWN_AND_ENDED_CHILDREN.map((place) => stat[place] ?? 0));
  return (ticks.reduce((sum, count) => sum + count, 0) * 1_000) / TICKS_PER_S;
}

function readStat(pid: string): readonly number[] {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, "utf8");
    return line
      .slice(line.lastIndexOf(")") + 2)
      .split(" ")
      .map(Number);
  } catch {
    // It has ended in the meantime.
    return [];
  }
}
