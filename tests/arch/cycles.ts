import { edgesOf } from "./layers.ts";
import type { SourceFile } from "./source-file.ts";

/**
 * Product files that import each other in a ring, one line for each ring; imports of types and imports
 * at run time (`import()`) count too, which the linter's own rule leaves out.
 */
export function importCycles(files: readonly SourceFile[]): string[] {
  const targets = new Map<string, Set<string>>();
  for (const { from, to } of edgesOf(files)) {
    targets.set(from, (targets.get(from) ?? new Set()).add(to));
  }
  const finished = new Set<string>();
  const rings: string[] = [];

  function visit(path: string, trail: readonly string[]): void {
    const start = trail.indexOf(path);
    if (start >= 0) rings.push([...trail.slice(start), path].join(" -> "));
    if (start >= 0 || finished.has(path)) return;
    for (const target of targets.get(path) ?? []) visit(target, [...trail, path]);
    finished.add(path);
  }

  for (const path of targets.keys()) visit(path, []);
  return rings;
}
