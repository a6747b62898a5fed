import { join } from "node:path";
import { z } from "zod";
import type { BackupState } from "#server/backup/backup-state.ts";
import { readStateFile } from "#server/backup/read-state-file.ts";
import type { BackupNews } from "#server/backup/operator-mail.ts";
import { DAY_MS, HOUR_MS } from "#server/kit/durations.ts";
import { replaceFile } from "#server/kit/files/atomic-file.ts";

/** What the operator is told of once when it begins, and again each week while it lasts. */
export type AlarmKind = keyof BackupState["alarms"];

export type Alarms = {
  /** Tells the operator unless that was done this week. */
  raise(kind: AlarmKind, reason: string, news: BackupNews): Promise<void>;
  /** It is over: the next one is told of at once. */
  clear(kind: AlarmKind): Promise<void>;
  /** What lasts. */
  raised(): BackupState["alarms"];
};

export type AlarmNeeds = {
  readonly dataDir: string;
  readonly now: () => number;
  /** Tells the operator; false when that failed. */
  readonly tell: (news: BackupNews) => Promise<boolean>;
};

const FILE_NAME = "backup-alarms.json";
const AGAIN_AFTER_MS = 7 * DAY_MS;
const RETRY_MS = HOUR_MS;

const noteSchema = z.object({
  since: z.iso.datetime(),
  reason: z.string(),
  /** Milliseconds since the epoch; until then nobody is told again. */
  quietUntilMs: z.number(),
});
const notesSchema = z.object({
  night: noteSchema.optional(),
  age: noteSchema.optional(),
  proof: noteSchema.optional(),
});

/** Opens what the operator was told of; it outlives a start. */
export async function openAlarms({ dataDir, now, tell }: AlarmNeeds): Promise<Alarms> {
  const path = join(dataDir, FILE_NAME);
  // A damaged note is none: then somebody hears of it twice.
  let notes = (await readStateFile(path, notesSchema)) ?? {};
  const keep = async (changed: typeof notes): Promise<void> => {
    notes = changed;
    await replaceFile(path, JSON.stringify(notes));
  };
  return {
    async raise(kind, reason, news) {
      const before = notes[kind];
      if (before !== undefined && before.quietUntilMs > now()) return;
      const since = before?.since ?? new Date(now()).toISOString();
      const pauseMs = (await tell(news)) ? AGAIN_AFTER_MS : RETRY_MS;
      await keep({ ...notes, [kind]: { since, reason, quietUntilMs: now() + pauseMs } });
    },
    async clear(kind) {
      if (notes[kind] !== undefined) await keep({ ...notes, [kind]: undefined });
    },
    raised: () => shown(notes),
  };
}

function shown(notes: z.infer<typeof notesSchema>): BackupState["alarms"] {
  const lasting = Object.entries(notes).flatMap(([kind, note]) =>
    note === undefined ? [] : [[kind, { since: note.since, reason: note.reason }] as const],
  );
  return Object.fromEntries(lasting);
}
