import type { BackendDeps } from "#server/backend/context.ts";
import type { RestSettings } from "#server/backend/rest-settings.ts";
import { parseCatalog, readCatalog } from "./catalog.ts";
import { RestError } from "#server/backend/rest/protocol/errors.ts";
import { buildSchemas } from "./schema-build.domain.ts";
import type { Schemas } from "./schema.domain.ts";
import { MINUTE_MS, isWithin } from "#server/kit/durations.ts";

/** How long a schema is believed when nobody announces a change. */
const SCHEMA_FRESH_MS = MINUTE_MS;
/** How often a request for something unknown may have the schema read again. */
const SCHEMA_REREAD_MIN_MS = 1_000;
/** Supabase's channel: `notify pgrst, 'reload schema'`. */
const CHANNEL = "pgrst";

/** The schema that requests are compared with, kept in memory. */
export type SchemaCache = {
  /** @throws RestError 503 PGRST002 when it was never read and cannot be read now. */
  current(): Promise<Schemas>;
  /** Reads again, at most once a second; true when the schema is another one afterwards. */
  refresh(): Promise<boolean>;
};

type Deps = Pick<BackendDeps, "database" | "log" | "now"> & {
  readonly settings: { readonly rest: RestSettings };
};
type Known = { readonly schemas: Schemas; readonly fingerprint: string; readonly readAtMs: number };

/**
 * Makes the cache; nothing is read before the first request. It is read again after a notification,
 * after a minute (behind a request's back), and when a request names something unknown. A stale
 * schema shows nothing that it should not: PostgreSQL checks every right itself.
 */
export function createSchemaCache({ database, log, now, settings }: Deps): SchemaCache {
  let known: Known | null = null;
  let reading: Promise<Known> | null = null;
  let isAnnounced = false;
  let isListening = false;

  const read = async (): Promise<Known> => {
    isAnnounced = false;
    const { document, fingerprint } = await readCatalog(database.auth, settings.rest.schemas);
    const schemas =
      known?.fingerprint === fingerprint
        ? known.schemas
        : buildSchemas(parseCatalog(document), settings.rest);
    return { schemas, fingerprint, readAtMs: now() };
  };
  const reread = (): Promise<Known> => {
    reading ??= read()
      .then((fresh) => (known = fresh))
      .catch((error: unknown) => {
        // What was announced is still to be read.
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
      if (known === null || isAnnounced) {
        const last: Known | null = known;
        return (await orLast(reread(), last)).schemas;
      }
      if (!isWithin(SCHEMA_FRESH_MS, known.readAtMs, now())) {
        reread().catch((error: unknown) => {
          log.warn({ event: "schema_read_failed", err: error });
        });
      }
      return known.schemas;
    },
    async refresh() {
      const before = known;
      if (before !== null && isWithin(SCHEMA_REREAD_MIN_MS, before.readAtMs, now())) return false;
      return (await reread()).fingerprint !== before?.fingerprint;
    },
  };
}

/** A schema that cannot be read again is still better than none. */
async function orLast(reading: Promise<Known>, last: Known | null): Promise<Known> {
  try {
    return await reading;
  } catch (error) {
    if (last !== null) return last;
    throw new RestError(503, "PGRST002", "Could not query the database for the schema cache", {
      headers: { "retry-after": "2" },
      cause: error,
    });
  }
}
