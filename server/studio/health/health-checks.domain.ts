import { HOUR_MS, DAY_MS } from "@reign-tv/kit/durations.ts";
import type { HealthCheck, HealthText, HealthStatus } from "#shared/studio/health.ts";
import type { HealthSnapshot } from "./health-snapshot.ts";
import type { ComponentState } from "@reign-tv/kit/fault-registry.ts";

/** A day, and the time that a backup may take. */
const BACKUP_OLD_MS = 26 * HOUR_MS;

/** Checks failures that are otherwise invisible first, then late backups. A fault is no failure before its alarm. */
function backupCheck(snapshot: HealthSnapshot): HealthCheck {
  const { backups, nowMs } = snapshot;
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
  const fault = failing(componentsNamed(snapshot, /^backup\b/));
  const isOld = newestAt !== null && nowMs - Date.parse(newestAt) > BACKUP_OLD_MS;
  if (fault) {
    const { reason, since } = fault;
    const tone = isOld ? "bad" : "warn";
    return { id, tone, text: "backupsFailing", values: { ...values, reason }, since };
  }
  if (newestAt === null) return { id, tone: "warn", text: "backupsNone", values, since: null };
  if (isOld) return { id, tone: "bad", text: "backupsOld", values, since: newestAt };
  const text = proof === null ? "backupsUnproven" : "backupsGood";
  return { id, tone: "good", text, values, since: null };
}

/** Own videos and whether backups contain them; nothing without any. */
function checkOwnVideos({ ownVideos, backups }: HealthSnapshot): HealthCheck[] {
  if (ownVideos === null || ownVideos.ready + ownVideos.missing === 0) return [];
  const { ready: count, missing } = ownVideos;
  const values = { count, missing };
  const id = "ownVideos";
  if (missing > 0) return [check(id, { tone: "bad", text: "ownVideosMissing", values })];
  return backups?.missing === null && backups.hasMedia
    ? [check(id, { tone: "good", text: "ownVideosInBackups", values })]
    : [check(id, { tone: "warn", text: "ownVideosNotInBackups", values })];
}

type CheckOutcome = Pick<HealthCheck, "tone" | "text"> &
  Partial<Pick<HealthCheck, "values" | "since">>;
type NamedState = ComponentState & { readonly name: string };

/** Warn at this share of the platform's daily quota. */
const UNITS_HIGH_SHARE = 0.8;
/** At this share, requests will soon wait for a connection. */
const CONNECTIONS_HIGH_SHARE = 0.9;
const DISK_LOW_SHARE = 0.15;
const DISK_FULL_SHARE = 0.05;
const DISK_LOW_DAYS = 7;
/** Components with a check of their own. */
const SEPARATE_CHECKS = /^(?:live|playlist|push|youtube-\w+|mail|backup(?: \w+)?)(?::|$)/;

const CHANNEL_OUTCOMES = {
  live: ["good", "channelLive"],
  rerun: ["good", "channelLoop"],
  scheduled: ["off", "channelOff"],
  offline: ["off", "channelOff"],
  unknown: ["off", "channelUnknown"],
  down: ["bad", "channelDown"],
} as const satisfies Readonly<
  Record<HealthSnapshot["channels"][number]["state"], readonly [HealthStatus, HealthText]>
>;

/** Runs all checks, in the order of the page. */
export function runHealthChecks(snapshot: HealthSnapshot): HealthCheck[] {
  return [
    ...snapshot.channels.map((channel) =>
      check(`channel:${channel.id}`, checkChannel(snapshot, channel)),
    ),
    check("lists", checkLists(snapshot)),
    check("mail", checkMail(snapshot)),
    check("push", checkPush(snapshot)),
    check("database", checkDatabase(snapshot)),
    check("disk", checkDisk(snapshot)),
    backupCheck(snapshot),
    ...checkOwnVideos(snapshot),
    check("parts", checkComponents(snapshot)),
    check("versions", {
      tone: "good",
      text: "versions",
      values: { ...snapshot.versions, database: snapshot.database?.version ?? null },
    }),
  ];
}

function check(id: string, { tone, text, values = {}, since = null }: CheckOutcome): HealthCheck {
  return { id, tone, text, values, since };
}

function componentsNamed({ report }: HealthSnapshot, name: RegExp): NamedState[] {
  return Object.entries(report.components).flatMap(([component, state]) =>
    name.test(component) ? [{ ...state, name: component }] : [],
  );
}

function failing(components: readonly NamedState[]): NamedState | undefined {
  return components.find(({ state }) => state === "failing");
}

/** Latest success of any of the components. */
function workedAt(components: readonly NamedState[]): string | null {
  return (
    components
      .flatMap((part) => part.workedAt ?? [])
      .toSorted()
      .at(-1) ?? null
  );
}

function checkChannel(
  snapshot: HealthSnapshot,
  { id, state, since }: HealthSnapshot["channels"][number],
): CheckOutcome {
  const failure = snapshot.report.components[`live:${id}`];
  if (failure?.state === "failing") {
    return {
      tone: "bad",
      text: "channelDown",
      values: { reason: failure.reason },
      since: failure.since,
    };
  }
  const [tone, text] = CHANNEL_OUTCOMES[state];
  return { tone, text, values: { reason: null }, since };
}

function checkLists(snapshot: HealthSnapshot): CheckOutcome {
  const platform = componentsNamed(snapshot, /^youtube-/);
  const lists = componentsNamed(snapshot, /^playlist:/);
  const at = workedAt([...platform, ...lists]);
  const values = { at, spent: snapshot.units?.spent ?? null, most: snapshot.units?.most ?? null };
  const unavailable = failing(platform);
  // Either access to the platform can replace the other.
  if (unavailable && platform.every(({ state }) => state === "failing")) {
    const { since, reason } = unavailable;
    return { tone: "bad", text: "listsAway", values: { ...values, reason }, since };
  }
  const missing = lists.filter(({ state }) => state === "failing");
  const [first] = missing;
  if (first) {
    const names = missing.map(({ name }) => name.slice("playlist:".length)).join(", ");
    return { tone: "warn", text: "listsMissing", values: { ...values, names }, since: first.since };
  }
  if (snapshot.units && snapshot.units.spent >= snapshot.units.most * UNITS_HIGH_SHARE) {
    return { tone: "warn", text: "unitsHigh", values };
  }
  if (at === null) return { tone: "off", text: "listsQuiet", values };
  return { tone: "good", text: snapshot.units ? "unitsGood" : "listsGood", values };
}

function checkMail(snapshot: HealthSnapshot): CheckOutcome {
  if (!snapshot.hasMailServer) return { tone: "warn", text: "mailFiles" };
  const components = componentsNamed(snapshot, /^mail$/);
  const values = { at: workedAt(components) };
  const failure = failing(components);
  if (failure) {
    const { reason, since } = failure;
    return { tone: "bad", text: "mailFailing", values: { ...values, reason }, since };
  }
  return values.at === null
    ? { tone: "off", text: "mailQuiet" }
    : { tone: "good", text: "mailGood", values };
}

function checkPush(snapshot: HealthSnapshot): CheckOutcome {
  if (snapshot.isExternal) return { tone: "off", text: "pushElsewhere" };
  const components = componentsNamed(snapshot, /^push:/);
  const values = { devices: snapshot.database?.devices ?? null, at: workedAt(components) };
  const failure = failing(components);
  if (failure) {
    const { name, reason, since } = failure;
    const service = name.slice("push:".length);
    return { tone: "warn", text: "pushFailing", values: { ...values, service, reason }, since };
  }
  return values.at === null
    ? { tone: "off", text: "pushQuiet", values }
    : { tone: "good", text: "pushGood", values };
}

function checkDatabase({ isExternal, report, database }: HealthSnapshot): CheckOutcome {
  const isThere = report.checks[isExternal ? "project" : "database"] === true;
  if (!isThere) return { tone: "bad", text: "databaseAway" };
  if (isExternal) return { tone: "good", text: "projectGood" };
  if (database === null) return { tone: "bad", text: "databaseAway" };
  const { sizeBytes: size, connections, connectionsMost: most } = database;
  const values = { size, connections, most };
  return connections >= most * CONNECTIONS_HIGH_SHARE
    ? { tone: "warn", text: "databaseFull", values }
    : { tone: "good", text: "databaseGood", values };
}

function checkDisk({ disk }: HealthSnapshot): CheckOutcome {
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

function checkComponents(snapshot: HealthSnapshot): CheckOutcome {
  const components = Object.entries(snapshot.report.components).filter(
    ([name]) => !SEPARATE_CHECKS.test(name),
  );
  const broken = components.filter(([, { state }]) => state === "failing");
  const [first] = broken;
  if (!first) return { tone: "good", text: "partsGood", values: { count: components.length } };
  const names = broken.map(([name, { reason }]) => `${name} (${reason ?? "–"})`).join(", ");
  return { tone: "warn", text: "partsFailing", values: { names }, since: first[1].since };
}

/** A disk's free space at a moment. */
export type DiskPoint = { readonly atMs: number; readonly freeBytes: number };

const MAX_POINTS = 14;

/** Adds a point if the last one is a day old. Oldest first. */
export function withDiskPoint(
  points: readonly DiskPoint[],
  point: DiskPoint,
): readonly DiskPoint[] {
  const last = points.at(-1);
  if (last && point.atMs - last.atMs < DAY_MS) return points;
  return [...points, point].slice(-MAX_POINTS);
}

/** Growth in bytes per day; null before the points cover half a day. */
export function diskGrowth(
  points: readonly DiskPoint[],
  { atMs, freeBytes }: DiskPoint,
): number | null {
  const [first] = points;
  if (!first || atMs - first.atMs < 12 * HOUR_MS) return null;
  return Math.round(((first.freeBytes - freeBytes) * DAY_MS) / (atMs - first.atMs));
}
