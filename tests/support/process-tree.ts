import { readdirSync, readFileSync } from "node:fs";

/** Returns a process and all its descendants from Linux's /proc, oldest first. */
export function processTree(pid: number): number[] {
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
    // "pid (name) state parent ...": the name may contain any character.
    const [, parent] =
      readFileSync(`/proc/${name}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
    return Number(parent);
  } catch {
    return null;
  }
}
