import { HOUR_MS } from "#server/kit/durations.ts";
import type { HealthCheck } from "#shared/studio/health.ts";
import type { HealthSnapshot } from "./health-snapshot.ts";

/** A night and the time that a backup may take. */
const BACKUP_OLD_MS = 26 * HOUR_MS;

/** How the backups go: first what nobody would notice, then what is only late. */
export function backupCheck({
  backups,
  nowMs,
}: Pick<HealthSnapshot, "backups" | "nowMs">): HealthCheck {
  const id = "backups";
  if (backups === null) {
    return { id, tone: "off", text: "backupsElsewhere", values: {}, since: null };
  }
  const { missing, newestAt, alarms, proof } = backups;
  const values = { at: newestAt, provenAt: proof?.provenAt ?? null };
  if (missing !== null) {
    return { id, tone: "bad", text: "backupsMissing", values: { reason: missing }, since: null };
  }
  if (proof?.failure) {
    const broken = { ...values, reason: proof.failure };
    return { id, tone: "bad", text: "backupsBroken", values: broken, since: proof.provenAt };
  }
  if (alarms.night) {
    const { reason, since } = alarms.night;
    return { id, tone: "bad", text: "backupsFailing", values: { ...values, reason }, since };
  }
  if (newestAt === null) return { id, tone: "warn", text: "backupsNone", values, since: null };
  if (nowMs - Date.parse(newestAt) > BACKUP_OLD_MS) {
    return { id, tone: "bad", text: "backupsOld", values, since: newestAt };
  }
  const text = proof === null ? "backupsUnproven" : "backupsGood";
  return { id, tone: "good", text, values, since: null };
}
