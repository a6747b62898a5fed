import type { BackendDeps } from "#backend/context.ts";
import type { RestSettings } from "#backend/settings.ts";
import { parseCatalog, readCatalog } from "./catalog.ts";
import { RestError } from "#backend/rest/protocol/errors.ts";
import { buildSchemas } from "./schema-build.domain.ts";
import type { Schemas } from "./schema.domain.ts";
import { MINUTE_MS, isWithin } from "@reign-tv/kit/durations.ts";

/** Maximum age of the schema without a notification. */
const SCHEMA_MAX_AGE_MS = MINUTE_MS;
/** Minimum interval of rereads for unknown names. */
const REREAD_INTERVAL_MS = 1_000;
/** Supabase's channel: `notify pgrst, 'reload schema'`. */
const CHANNEL = "pgrst";

/** The in-memory schema for resolving names. */
export type SchemaCache = {
  /** @throws RestError 503 PGRST002 when it was never read and the database is unavailable. */
  current(): Promise<Schemas>;
  /** Rereads it, at most once a second. @returns true when it changed. */
  refresh(): Promise<boolean>;
};

type Deps = Pick<BackendDeps, "database" | "log" | "now"> & {
  readonly settings: { readonly rest: RestSettings };
};
type CachedSchemas = {
  readonly schemas: Schemas;
  readonly fingerprint: string;
  readonly readAtMs: number;
};

/**
 * Creates the cache; the first request reads the schema. It is read again after a notification, in
 * the background after a minute, and for an unknown name. A stale schema reveals no rows, because
 * PostgreSQL checks every privilege itself.
 */
export function createSchemaCache({ database, log, now, settings }: Deps): SchemaCache {
  let cached: CachedSchemas | null = null;
  let reading: Promise<CachedSchemas> | null = null;
  let isAnnounced = false;
  let isListening = false;

  const read = async (): Promise<CachedSchemas> => {
    isAnnounced = false;
    const { document, fingerprint } = await readCatalog(database.auth, settings.rest.schemas);
    const schemas =
      cached?.fingerprint === fingerprint
        ? cached.schemas
        : buildSchemas(parseCatalog(document), settings.rest);
    return { schemas, fingerprint, readAtMs: now() };
  };
  const reread = (): Promise<CachedSchemas> => {
    reading ??= read()
      .then((fresh) => (cached = fresh))
      .catch((error: unknown) => {
        // The announced change was not read.
        isAnnounced = true;
        throw error;
      })
      .finally(() => {
        reading = null;
      });
    return reading;
  };
  const listen = (): void => {
    if (isListening) return;
    isListening = true;
    const announce = (): void => {
      isAnnounced = true;
    };
    database.auth.listen(CHANNEL, announce, announce).catch((error: unknown) => {
      isListening = false;
      log.warn({ event: "schema_listen_failed", err: error });
    });
  };

  return {
    async current() {
      listen();
      if (cached === null || isAnnounced) {
        const previous: CachedSchemas | null = cached;
        return (await orPrevious(reread(), previous)).schemas;
      }
      if (!isWithin(SCHEMA_MAX_AGE_MS, cached.readAtMs, now())) {
        reread().catch((error: unknown) => {
          log.warn({ event: "schema_read_failed", err: error });
        });
      }
      return cached.schemas;
    },
    async refresh() {
      const before = cached;
      if (before !== null && isWithin(REREAD_INTERVAL_MS, before.readAtMs, now())) return false;
      return (await reread()).fingerprint !== before?.fingerprint;
    },
  };
}

/** Falls back to the previous schema when reading fails. */
async function orPrevious(
  reading: Promise<CachedSchemas>,
  previous: CachedSchemas | null,
): Promise<CachedSchemas> {
  try {
    return await reading;
  } catch (error) {
    if (previous !== null) return previous;
    throw new RestError(503, "PGRST002", "Could not query the database for the schema cache", {
      headers: { "retry-after": "2" },
      cause: error,
    });
  }
}
