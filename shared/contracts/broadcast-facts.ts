/** Response of `GET /live/{channel}/broadcast`, null while nothing is on the air; times in ISO 8601. */
export type BroadcastFacts = {
  v: 1;
  startedAt: string;
  /** Marks of staff, in the order of their times. */
  chapters: readonly { at: string; title: string }[];
};
