import { TRANSACTION_ENDS, type RestSettings } from "#server/backend/rest-settings.ts";
import type { Sql as Connection } from "postgres";
import { z } from "zod";
import { catalogQuery, settingsQuery } from "./catalog-queries.ts";
import { arrayLiteral, catalogSql } from "#server/backend/rest/protocol/sql.domain.ts";

/**
 * Settings that stand in the database: `alter role authenticator set pgrst.db_schemas = 'public, api'`,
 * as on Supabase. They go before those of the environment; a value that cannot be read counts as none.
 *
 * @param entries `pgrst.name=value`; of two with one name the later one counts.
 */
export function withDatabaseSettings(
  settings: RestSettings,
  entries: readonly string[],
): RestSettings {
  const values = new Map(
    entries.map((entry) => {
      const [name = "", ...rest] = entry.split("=");
      return [name.replace(/^pgrst\./, ""), rest.join("=").trim()];
    }),
  );
  const [first, ...others] = namesOf(values.get("db_schemas"));
  return {
    schemas: first === undefined ? settings.schemas : [first, ...others],
    extraSearchPath: values.has("db_extra_search_path")
      ? namesOf(values.get("db_extra_search_path"))
      : settings.extraSearchPath,
    aggregates: flagOf(values.get("db_aggregates_enabled")) ?? settings.aggregates,
    plans: flagOf(values.get("db_plan_enabled")) ?? settings.plans,
    transactionEnd:
      TRANSACTION_ENDS.find((end) => end === values.get("db_tx_end")) ?? settings.transactionEnd,
    openApi: openApiModes.find((mode) => mode === values.get("openapi_mode")) ?? settings.openApi,
  };
}

const openApiModes = ["follow-privileges", "ignore-privileges", "disabled"] as const;

function namesOf(list: string | undefined): string[] {
  return (list ?? "")
    .split(",")
    .map((name) => name.trim().replaceAll('"', ""))
    .filter((name) => name !== "");
}

function flagOf(value: string | undefined): boolean | null {
  if (value === undefined) return null;
  if (/^(?:true|on|yes|1)$/i.test(value)) return true;
  return /^(?:false|off|no|0)$/i.test(value) ? false : null;
}

/** Reads what the exposed schemas offer from PostgreSQL's catalogue: one query, one JSON document. */

const oid = z.string();
const roles = z.array(z.string());
const description = z.string().nullable();
const columnRow = z.object({
  name: z.string(),
  sql: catalogSql,
  type: oid,
  number: z.number(),
  isNullable: z.boolean(),
  description,
  default: catalogSql.nullable(),
});

const catalogSchema = z.object({
  types: z.array(
    z.object({
      oid,
      schema: z.string(),
      name: z.string(),
      label: z.string(),
      sql: catalogSql,
      kind: z.string(),
      base: oid,
      array: oid,
      labels: z.array(z.string()).nullable(),
    }),
  ),
  tables: z.array(
    z.object({
      oid,
      schema: z.string(),
      name: z.string(),
      sql: catalogSql,
      rowType: oid,
      isExposed: z.boolean(),
      isView: z.boolean(),
      description,
      /** Bits of pg_relation_is_updatable: 4 update, 8 insert, 16 delete. */
      changes: z.number(),
      roles,
      columns: z.array(columnRow),
      primaryKey: z.array(z.string()),
      uniqueKeys: z.array(z.array(z.string())),
    }),
  ),
  views: z.array(z.object({ oid, rule: z.string() })),
  foreignKeys: z.array(
    z.object({
      name: z.string(),
      table: oid,
      columns: z.array(z.string()),
      target: oid,
      targetColumns: z.array(z.string()),
    }),
  ),
  routines: z.array(
    z.object({
      schema: z.string(),
      name: z.string(),
      sql: catalogSql,
      isVolatile: z.boolean(),
      isSet: z.boolean(),
      isOneRow: z.boolean(),
      returnType: oid,
      isVoid: z.boolean(),
      defaultCount: z.number(),
      description,
      roles,
      args: z.array(
        z.object({
          name: z.string(),
          sql: catalogSql.nullable(),
          type: oid,
          mode: z.string(),
        }),
      ),
    }),
  ),
  geoJson: catalogSql.nullable(),
  descriptions: z.record(z.string(), description),
});

export type Catalog = z.infer<typeof catalogSchema>;

/** The catalogue as PostgreSQL wrote it, with a fingerprint that changes when it does. */
export type CatalogDocument = {
  readonly document: string;
  readonly fingerprint: string;
  /** What it was read with: settings of the database go before those of the environment. */
  readonly settings: RestSettings;
};

const documentRows = z.tuple([z.object({ document: z.string(), fingerprint: z.string() })]);
const settingRows = z.array(z.object({ entry: z.string() }));

export async function readCatalog(
  connection: Connection,
  environment: RestSettings,
): Promise<CatalogDocument> {
  return connection.begin("read only", async (transaction) => {
    // Names of types and functions are written whole, whoever runs a default later.
    await transaction`select set_config('search_path', '', true)`;
    const entries = settingRows.parse([...(await transaction.unsafe(settingsQuery))]);
    const settings = withDatabaseSettings(
      environment,
      entries.map(({ entry }) => entry),
    );
    const { schemas, extraSearchPath } = settings;
    const rows = await transaction.unsafe(catalogQuery, [
      arrayLiteral(schemas),
      arrayLiteral([...schemas, ...extraSearchPath]),
    ]);
    const [{ document, fingerprint }] = documentRows.parse([...rows]);
    return { document, settings, fingerprint: `${fingerprint} ${JSON.stringify(settings)}` };
  });
}

export function parseCatalog(document: string): Catalog {
  return catalogSchema.parse(JSON.parse(document));
}
