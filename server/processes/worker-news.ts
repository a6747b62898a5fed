import { z } from "zod";
import { type BackupState, backupStateSchema } from "#server/backup/backup-state.ts";
import type { FaultBook } from "#server/kit/faults.ts";

/** What the first process knows and the others tell whoever asks: how its own work goes. */
const newsSchema = z.object({
  components: z.record(z.string(), z.unknown()),
  details: z.record(z.string(), z.unknown()),
});
export type WorkerNews = z.infer<typeof newsSchema>;

/** Keeps the newest of what the first process says; nothing before it has. */
export function followNews(): () => WorkerNews {
  let newest: WorkerNews = { components: {}, details: {} };
  process.on("message", (message: unknown) => {
    const news = newsSchema.safeParse(message);
    if (news.success) newest = news.data;
  });
  return () => newest;
}

/** The faults of this process beside what the first one said. */
export function detailsOf(
  { components, details }: WorkerNews,
  faults: Pick<FaultBook, "states">,
): Readonly<Record<string, unknown>> {
  return { ...details, components: { ...components, ...faults.states() } };
}

/** What the first process says of backups; null before it has. */
export function backupsOf({ details }: WorkerNews): BackupState | null {
  const state = backupStateSchema.safeParse(details["backups"]);
  return state.success ? state.data : null;
}
