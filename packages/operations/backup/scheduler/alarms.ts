import { join } from "node:path";
import * as v from "valibot";
import type { BackupState } from "#operations/backup/backup-state.ts";
import { readStateFile } from "#operations/backup/read-state-file.ts";
import type { OperatorMessage } from "#operations/backup/operator-mail.ts";
import { DAY_MS, HOUR_MS } from "@reign-tv/kit/durations.ts";
import { replaceFile } from "@reign-tv/kit/files/atomic-file.ts";

/** Problems that are reported to the operator when they begin, and each week while they last. */
type AlarmKind = keyof BackupState["alarms"];

export type Alarms = {
  /** Notifies the operator unless that happened within a week. */
  raise(kind: AlarmKind, reason: string, message: OperatorMessage): Promise<void>;
  /** Ends the problem: the next one is reported at once. */
  clear(kind: AlarmKind): Promise<void>;
  /** Ongoing problems. */
  raised(): BackupState["alarms"];
};

type AlarmDeps = {
  readonly dataDir: string;
  readonly now: () => number;
  /** Notifies the operator; resolves with false when that failed. */
  readonly notify: (message: OperatorMessage) => Promise<boolean>;
};

const FILE_NAME = "backup-alarms.json";
const AGAIN_AFTER_MS = 7 * DAY_MS;
const RETRY_MS = HOUR_MS;

const noteSchema = v.object({
  since: v.pipe(v.string(), v.isoTimestamp()),
  reason: v.string(),
  /** Milliseconds since the epoch; no mail is sent in the week before. */
  quietUntilMs: v.number(),
});
const notesSchema = v.object({
  night: v.optional(noteSchema),
  age: v.optional(noteSchema),
  proof: v.optional(noteSchema),
});

/** Opens the reported problems, which outlive a restart. */
export async function openAlarms({ dataDir, now, notify }: AlarmDeps): Promise<Alarms> {
  const path = join(dataDir, FILE_NAME);
  // A damaged file counts as missing: the operator may get a mail twice.
  let notes = (await readStateFile(path, notesSchema)) ?? {};
  const keep = async (changed: typeof notes): Promise<void> => {
    notes = changed;
    await replaceFile(path, JSON.stringify(notes));
  };
  return {
    async raise(kind, reason, message) {
      const before = notes[kind];
      const quietMs = (before?.quietUntilMs ?? 0) - now();
      // A longer pause was set by a clock that was ahead.
      if (quietMs > 0 && quietMs <= AGAIN_AFTER_MS) return;
      const since = before?.since ?? new Date(now()).toISOString();
      const pauseMs = (await notify(message)) ? AGAIN_AFTER_MS : RETRY_MS;
      await keep({ ...notes, [kind]: { since, reason, quietUntilMs: now() + pauseMs } });
    },
    async clear(kind) {
      if (notes[kind] !== undefined) await keep({ ...notes, [kind]: undefined });
    },
    raised: () => shown(notes),
  };
}

function shown(notes: v.InferOutput<typeof notesSchema>): BackupState["alarms"] {
  const lasting = Object.entries(notes).flatMap(([kind, note]) =>
    note === undefined ? [] : [[kind, { since: note.since, reason: note.reason }] as const],
  );
  return Object.fromEntries(lasting);
}
