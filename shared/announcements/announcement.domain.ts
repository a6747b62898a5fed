/** In ascending order of importance. */
export const SEVERITIES = ["info", "important", "urgent"] as const;

export type Severity = (typeof SEVERITIES)[number];

/** ISO instants. Without `from` it is shown at once, without `until` for good. */
export type Shown = { from?: string | undefined; until?: string | undefined };

type Ranked = Shown & {
  /** Id and version: a changed announcement is shown again after a dismissal. */
  key: string;
  severity: Severity;
};

/** Returns whether it is shown at `nowMs` (epoch milliseconds), later, or no longer. */
export function stageOf({ from, until }: Shown, nowMs: number): "now" | "coming" | "past" {
  if (until !== undefined && Date.parse(until) <= nowMs) return "past";
  return from !== undefined && Date.parse(from) > nowMs ? "coming" : "now";
}

/** Sorts by severity, then newest first. A page shows the first current one. */
export function inOrder<One extends Ranked>(announcements: readonly One[]): One[] {
  return announcements.toSorted(
    (a, b) =>
      SEVERITIES.indexOf(b.severity) - SEVERITIES.indexOf(a.severity) || startOf(b) - startOf(a),
  );
}

/** Returns the announcement to show from a sorted list, or null. */
export function chosen<One extends Ranked>(
  ordered: readonly One[],
  nowMs: number,
  dismissed: readonly string[],
): One | null {
  const isShown = (one: One): boolean =>
    stageOf(one, nowMs) === "now" && !dismissed.includes(one.key);
  return ordered.find(isShown) ?? null;
}

function startOf({ from }: Shown): number {
  return from === undefined ? 0 : Date.parse(from);
}
