import * as v from "valibot";
import { z } from "zod";
import type { BackendConnection } from "#server/open-backend.ts";
import { readPackageVersion } from "#server/backup/package-version.ts";
import { SERVICE_ROLE_REQUEST } from "#server/database/service-role-request.ts";
import { readDiskSpace } from "#server/kit/files/disk-space.ts";
import { parseJson } from "#server/kit/parse-json.ts";
import { readQuotaUsage } from "#server/metrics/product-metrics.ts";
import type { Config } from "#server/settings/config.ts";
import { liveStatusSchema } from "#shared/contracts/live-status.ts";
import type { Transport } from "#shared/transport.ts";
import type { DatabaseFacts, HealthSnapshot } from "./health-snapshot.ts";
import { diskGrowth, type DiskPoint, withDiskPoint } from "./health-checks.domain.ts";

export type FactsNeeds = {
  readonly config: Pick<Config, "SMTP_URL" | "YOUTUBE_API_KEY" | "YOUTUBE_DAILY_UNITS">;
  readonly link: Pick<BackendConnection, "backups" | "database" | "health" | "records">;
  /** Answers /api/live in process. */
  readonly inProcess: Transport;
  /** Absolute path of DATA_DIR. */
  readonly dataDir: string;
  /** Clock; milliseconds since the epoch. */
  readonly now: () => number;
};

const databaseSchema = z.object({
  sizeBytes: z.number(),
  connections: z.number(),
  connectionsMost: z.number(),
  version: z.string(),
  devices: z.number(),
});
const pointsSchema = z.array(z.object({ atMs: z.number(), freeBytes: z.number() }));
const POINTS_KEY = "disk";

/** Makes what reads everything that the lights are made of. A part that cannot be read is null. */
export function createFactsReader(needs: FactsNeeds): () => Promise<HealthSnapshot> {
  const { config, link, inProcess, now } = needs;
  const versions = { product: readPackageVersion(), node: process.versions.node };
  return async () => {
    const [report, live, database, disk, units] = await Promise.all([
      link.health(),
      inProcess("/api/live").then(async (answer) => v.parse(liveStatusSchema, await answer.json())),
      readDatabase(link.database).catch(() => null),
      readDisk(needs).catch(() => null),
      readUnits(needs).catch(() => null),
    ]);
    return {
      nowMs: now(),
      report,
      backups: link.backups(),
      isElsewhere: link.database === null,
      channels: live.channels,
      units,
      hasMailServer: config.SMTP_URL !== undefined,
      database,
      disk,
      versions,
    };
  };
}

async function readDatabase(
  database: BackendConnection["database"],
): Promise<DatabaseFacts | null> {
  if (database === null) return null;
  const rows = await database.asCaller(
    SERVICE_ROLE_REQUEST,
    (sql) => sql`select public.database_facts() as facts`,
  );
  return databaseSchema.parse(rows[0]?.["facts"]);
}

/** The disk now, and by how much it fills: from one measure a day, which is kept. */
async function readDisk({ dataDir, link, now }: FactsNeeds): Promise<HealthSnapshot["disk"]> {
  const space = await readDiskSpace(dataDir);
  const store = link.records.storeOf("studio-health");
  const kept = pointsSchema.safeParse(parseJson((await store.get(POINTS_KEY)) ?? "")).data ?? [];
  const point: DiskPoint = { atMs: now(), freeBytes: space.freeBytes };
  const points = withDiskPoint(kept, point);
  if (points !== kept) await store.set(POINTS_KEY, JSON.stringify(points));
  return { ...space, perDayBytes: diskGrowth(points, point) };
}

async function readUnits({ config, link, now }: FactsNeeds): Promise<HealthSnapshot["units"]> {
  if (config.YOUTUBE_API_KEY === undefined) return null;
  return { spent: await readQuotaUsage(link.records, now()), most: config.YOUTUBE_DAILY_UNITS };
}
