import * as v from "valibot";
import type { BackupState } from "@reign-tv/operations/backup/backup-state.ts";
import { readPackageVersion } from "#server/settings/package-version.ts";
import type { Database, HealthReport } from "@reign-tv/backend";
import { readDiskSpace } from "@reign-tv/kit/files/disk-space.ts";
import { parseJson } from "@reign-tv/kit/parse-json.ts";
import { readQuotaUsage } from "#server/metrics/product-metrics.ts";
import type { Config } from "#server/settings/config.ts";
import type { StateStore } from "#server/state-store/state-store.ts";
import { liveStatusSchema } from "#shared/contracts/live-status.ts";
import type { Transport } from "#shared/transport.ts";
import type { DatabaseStats, HealthSnapshot } from "./health-snapshot.ts";
import { diskGrowth, type DiskPoint, withDiskPoint } from "./health-checks.domain.ts";

/** Parts of the backend that the snapshot reads. */
export type HealthSources = {
  /** Null with an external project. */
  readonly database: Database | null;
  readonly stateStore: StateStore;
  /** Null without backups. */
  readonly backups: () => BackupState | null;
  readonly health: () => Promise<HealthReport>;
};

type SnapshotDeps = {
  readonly config: Pick<Config, "SMTP_URL" | "YOUTUBE_API_KEY" | "YOUTUBE_DAILY_UNITS">;
  readonly link: HealthSources;
  /** Serves /api/live in process. */
  readonly inProcess: Transport;
  /** Absolute path of DATA_DIR. */
  readonly dataDir: string;
  /** Clock; milliseconds since the epoch. */
  readonly now: () => number;
};

const databaseSchema = v.object({
  sizeBytes: v.number(),
  connections: v.number(),
  connectionsMost: v.number(),
  version: v.string(),
  devices: v.number(),
});
const ownVideosSchema = v.object({ ready: v.number(), missing: v.number() });
const pointsSchema = v.array(v.object({ atMs: v.number(), freeBytes: v.number() }));
const POINTS_KEY = "disk";

/** Creates a reader of the snapshot. A part that cannot be read is null. */
export function createSnapshotReader(deps: SnapshotDeps): () => Promise<HealthSnapshot> {
  const { config, link, inProcess, now } = deps;
  const versions = { product: readPackageVersion(), node: process.versions.node };
  return async () => {
    const [report, live, database, ownVideos, disk, units] = await Promise.all([
      link.health(),
      inProcess("/api/live").then(async (answer) => v.parse(liveStatusSchema, await answer.json())),
      readDatabase(link.database).catch(() => null),
      readOwnVideos(link.database).catch(() => null),
      readDisk(deps).catch(() => null),
      readUnits(deps).catch(() => null),
    ]);
    return {
      nowMs: now(),
      report,
      backups: link.backups(),
      isExternal: link.database === null,
      channels: live.channels,
      units,
      hasMailServer: config.SMTP_URL !== undefined,
      database,
      ownVideos,
      disk,
      versions,
    };
  };
}

async function readDatabase(database: HealthSources["database"]): Promise<DatabaseStats | null> {
  if (database === null) return null;
  const rows = await database.asService((sql) => sql`select public.database_facts() as facts`);
  return v.parse(databaseSchema, rows[0]?.["facts"]);
}

async function readOwnVideos(
  database: HealthSources["database"],
): Promise<HealthSnapshot["ownVideos"]> {
  if (database === null) return null;
  const rows = await database.asService(
    (sql) => sql`
      select count(*) filter (where state = 'ready')::int as ready,
        count(*) filter (where problem = 'files-missing')::int as missing
      from public.own_videos where deleted_at is null`,
  );
  return v.parse(ownVideosSchema, rows[0]);
}

/** Reads the disk space and its growth, from one stored measurement a day. */
async function readDisk({ dataDir, link, now }: SnapshotDeps): Promise<HealthSnapshot["disk"]> {
  const space = await readDiskSpace(dataDir);
  const store = link.stateStore.storeOf("studio-health");
  const stored = v.parse(
    v.fallback(pointsSchema, []),
    parseJson((await store.get(POINTS_KEY)) ?? ""),
  );
  const point: DiskPoint = { atMs: now(), freeBytes: space.freeBytes };
  const points = withDiskPoint(stored, point);
  if (points !== stored) await store.set(POINTS_KEY, JSON.stringify(points));
  return { ...space, perDayBytes: diskGrowth(points, point) };
}

async function readUnits({ config, link, now }: SnapshotDeps): Promise<HealthSnapshot["units"]> {
  if (config.YOUTUBE_API_KEY === undefined) return null;
  return { spent: await readQuotaUsage(link.stateStore, now()), most: config.YOUTUBE_DAILY_UNITS };
}
