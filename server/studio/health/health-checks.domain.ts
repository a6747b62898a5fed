import { HOUR_MS, DAY_MS } from "#server/kit/durations.ts";
import type { HealthCheck, HealthText, HealthStatus } from "#shared/studio/health.ts";
import type { HealthSnapshot } from "./health-snapshot.ts";
import type { ComponentState } from "#server/kit/fault-registry.ts";

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

type Said = Pick<HealthCheck, "tone" | "text"> & Partial<Pick<HealthCheck, "values" | "since">>;
type NamedState = ComponentState & { readonly name: string };

/** From here on the platform's day is nearly spent. */
const UNITS_HIGH_SHARE = 0.8;
/** From here on visitors will wait for a connection. */
const CONNECTIONS_HIGH_SHARE = 0.9;
const DISK_LOW_SHARE = 0.15;
const DISK_FULL_SHARE = 0.05;
const DISK_LOW_DAYS = 7;
/** Parts that have lights of their own. */
const OWN_LIGHTS = /^(?:live|playlist|push|youtube-\w+|mail|backup)(?::|$)/;

const CHANNEL_SAYS = {
  live: ["good", "channelLive"],
  rerun: ["good", "channelLoop"],
  scheduled: ["off", "channelOff"],
  offline: ["off", "channelOff"],
  unknown: ["off", "channelUnknown"],
  down: ["bad", "channelDown"],
} as const satisfies Readonly<
  Record<HealthSnapshot["channels"][number]["state"], readonly [HealthStatus, HealthText]>
>;

/** Every light, in the order of the page. */
export function runHealthChecks(facts: HealthSnapshot): HealthCheck[] {
  return [
    ...facts.channels.map((channel) => light(`channel:${channel.id}`, channelSays(facts, channel))),
    light("lists", listsSay(facts)),
    light("mail", mailSays(facts)),
    light("push", pushSays(facts)),
    light("database", databaseSays(facts)),
    light("disk", diskSays(facts)),
    backupCheck(facts),
    light("parts", partsSay(facts)),
    light("versions", {
      tone: "good",
      text: "versions",
      values: { ...facts.versions, database: facts.database?.version ?? null },
    }),
  ];
}

function light(id: string, { tone, text, values = {}, since = null }: Said): HealthCheck {
  return { id, tone, text, values, since };
}

function partsNamed({ report }: HealthSnapshot, name: RegExp): NamedState[] {
  return Object.entries(report.components).flatMap(([component, state]) =>
    name.test(component) ? [{ ...state, name: component }] : [],
  );
}

function failing(parts: readonly NamedState[]): NamedState | undefined {
  return parts.find(({ state }) => state === "failing");
}

/** When one of the parts last worked. */
function workedAt(parts: readonly NamedState[]): string | null {
  return (
    parts
      .flatMap((part) => part.workedAt ?? [])
      .toSorted()
      .at(-1) ?? null
  );
}

function channelSays(
  facts: HealthSnapshot,
  { id, state, since }: HealthSnapshot["channels"][number],
): Said {
  const fault = facts.report.components[`live:${id}`];
  if (fault?.state === "failing") {
    return {
      tone: "bad",
      text: "channelDown",
      values: { reason: fault.reason },
      since: fault.since,
    };
  }
  const [tone, text] = CHANNEL_SAYS[state];
  return { tone, text, values: { reason: null }, since };
}

function listsSay(facts: HealthSnapshot): Said {
  const platform = partsNamed(facts, /^youtube-/);
  const lists = partsNamed(facts, /^playlist:/);
  const at = workedAt([...platform, ...lists]);
  const values = { at, spent: facts.units?.spent ?? null, most: facts.units?.most ?? null };
  const away = failing(platform);
  // One way to the platform stands in for the other.
  if (away && platform.every(({ state }) => state === "failing")) {
    const { since, reason } = away;
    return { tone: "bad", text: "listsAway", values: { ...values, reason }, since };
  }
  const missing = lists.filter(({ state }) => state === "failing");
  const [first] = missing;
  if (first) {
    const names = missing.map(({ name }) => name.slice("playlist:".length)).join(", ");
    return { tone: "warn", text: "listsMissing", values: { ...values, names }, since: first.since };
  }
  if (facts.units && facts.units.spent >= facts.units.most * UNITS_HIGH_SHARE) {
    return { tone: "warn", text: "unitsHigh", values };
  }
  if (at === null) return { tone: "off", text: "listsQuiet", values };
  return { tone: "good", text: facts.units ? "unitsGood" : "listsGood", values };
}

function mailSays(facts: HealthSnapshot): Said {
  if (!facts.hasMailServer) return { tone: "warn", text: "mailFiles" };
  const parts = partsNamed(facts, /^mail$/);
  const values = { at: workedAt(parts) };
  const fault = failing(parts);
  if (fault) {
    const { reason, since } = fault;
    return { tone: "bad", text: "mailFailing", values: { ...values, reason }, since };
  }
  return values.at === null
    ? { tone: "off", text: "mailQuiet" }
    : { tone: "good", text: "mailGood", values };
}

function pushSays(facts: HealthSnapshot): Said {
  if (facts.isElsewhere) return { tone: "off", text: "pushElsewhere" };
  const parts = partsNamed(facts, /^push:/);
  const values = { devices: facts.database?.devices ?? null, at: workedAt(parts) };
  const fault = failing(parts);
  if (fault) {
    const { name, reason, since } = fault;
    const service = name.slice("push:".length);
    return { tone: "warn", text: "pushFailing", values: { ...values, service, reason }, since };
  }
  return values.at === null
    ? { tone: "off", text: "pushQuiet", values }
    : { tone: "good", text: "pushGood", values };
}

function databaseSays({ isElsewhere, report, database }: HealthSnapshot): Said {
  const isThere = report.checks[isElsewhere ? "project" : "database"] === true;
  if (!isThere) return { tone: "bad", text: "databaseAway" };
  if (isElsewhere) return { tone: "good", text: "projectGood" };
  if (database === null) return { tone: "bad", text: "databaseAway" };
  const { sizeBytes: size, connections, connectionsMost: most } = database;
  const values = { size, connections, most };
  return connections >= most * CONNECTIONS_HIGH_SHARE
    ? { tone: "warn", text: "databaseFull", values }
    : { tone: "good", text: "databaseGood", values };
}

function diskSays({ disk }: HealthSnapshot): Said {
  if (disk === null) return { tone: "off", text: "diskUnknown" };
  const { freeBytes: free, sizeBytes: size, perDayBytes: perDay } = disk;
  const days = perDay === null || perDay <= 0 ? null : Math.floor(free / perDay);
  const values = { free, size, perDay, days };
  if (free < size * DISK_FULL_SHARE) return { tone: "bad", text: "diskFull", values };
  if (free < size * DISK_LOW_SHARE) return { tone: "warn", text: "diskSoonFull", values };
  if (days === null) return { tone: "good", text: "diskGood", values };
  return days < DISK_LOW_DAYS
    ? { tone: "warn", text: "diskShort", values }
    : { tone: "good", text: "diskLasting", values };
}

function partsSay(facts: HealthSnapshot): Said {
  const parts = Object.entries(facts.report.components).filter(([name]) => !OWN_LIGHTS.test(name));
  const broken = parts.filter(([, { state }]) => state === "failing");
  const [first] = broken;
  if (!first) return { tone: "good", text: "partsGood", values: { count: parts.length } };
  const names = broken.map(([name, { reason }]) => `${name} (${reason ?? "–"})`).join(", ");
  return { tone: "warn", text: "partsFailing", values: { names }, since: first[1].since };
}

/** A disk's free space at a moment. */
export type DiskPoint = { readonly atMs: number; readonly freeBytes: number };

const POINTS_KEPT = 14;

/** The points with this one, one for each day, the oldest first. */
export function withDiskPoint(
  points: readonly DiskPoint[],
  point: DiskPoint,
): readonly DiskPoint[] {
  const last = points.at(-1);
  if (last && point.atMs - last.atMs < DAY_MS) return points;
  return [...points, point].slice(-POINTS_KEPT);
}

/** Bytes by which the disk fills a day, as far as the points tell; null before there is half a day of them. */
export function diskGrowth(
  points: readonly DiskPoint[],
  { atMs, freeBytes }: DiskPoint,
): number | null {
  const [first] = points;
  if (!first || atMs - first.atMs < 12 * HOUR_MS) return null;
  return Math.round(((first.freeBytes - freeBytes) * DAY_MS) / (atMs - first.atMs));
}
