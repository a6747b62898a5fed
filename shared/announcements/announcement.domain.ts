/** How much an announcement matters; the last of them matters most. */
export const SEVERITIES = ["info", "important", "urgent"] as const;

export type Severity = (typeof SEVERITIES)[number];

/** When an announcement is shown: ISO instants; absent means from ever, and until it is taken away. */
export type Shown = { from?: string | undefined; until?: string | undefined };

/** What tells two announcements apart that could both be shown. */
type Ranked = Shown & {
  /** Id and version: one that was changed is shown again to who had dismissed it. */
  key: string;
  severity: Severity;
};

/** Whether it is shown at an instant (milliseconds since the epoch), will be, or was. */
export function stageOf({ from, until }: Shown, nowMs: number): "now" | "coming" | "past" {
  if (until !== undefined && Date.parse(until) <= nowMs) return "past";
  return from !== undefined && Date.parse(from) > nowMs ? "coming" : "now";
}

/** Most severe first, then the newest: the first that is shown now takes the one place. */
export function inOrder<One extends Ranked>(announcements: readonly One[]): One[] {
  return announcements.toSorted(
    (a, b) =>
      SEVERITIES.indexOf(b.severity) - SEVERITIES.indexOf(a.severity) || startOf(b) - startOf(a),
  );
}

/** The one announcement that a device shows, of a list in order; null for none. */
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
