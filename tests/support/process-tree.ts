import { readdirSync, readFileSync } from "node:fs";

/** A process and all that descend from it, by Linux's /proc; the oldest first. */
export function familyOf(pid: number): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync("/proc").filter((entry) => /^\d+$/.test(entry))) {
    const parent = parentOf(name);
    if (parent !== null) parents.set(Number(name), parent);
  }
  const family = [pid];
  for (const member of family) {
    for (const [child, parent] of parents) if (parent === member) family.push(child);
  }
  return family;
}

function parentOf(name: string): number | null {
  try {
    // "pid (name) state parent ...", and a name may hold anything.
    const [, parent] =
      readFileSync(`/proc/${name}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
    return Number(parent);
  } catch {
    return null;
  }
}
