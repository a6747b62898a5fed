import type { Sql as Connection } from "postgres";
import { z } from "zod";
import { catalogQuery } from "./catalog-queries.ts";
import { arrayLiteral, catalogSql } from "#server/backend/rest/protocol/sql.domain.ts";
import { SEARCH_PATH } from "#server/database/database.ts";

/** Reads the exposed schemas from PostgreSQL's catalogue: one query, one JSON document. */

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
  descriptions: z.record(z.string(), description),
});

export type Catalog = z.infer<typeof catalogSchema>;

/** The catalogue's JSON text with a fingerprint of it. */
export type CatalogDocument = {
  readonly document: string;
  readonly fingerprint: string;
};

const documentRows = z.tuple([z.object({ document: z.string(), fingerprint: z.string() })]);

/** @param schemas the exposed ones. */
export async function readCatalog(
  connection: Connection,
  schemas: readonly string[],
): Promise<CatalogDocument> {
  return connection.begin("read only", async (transaction) => {
    // Types and functions come back qualified, because a default runs under any search path.
    await transaction`select set_config('search_path', '', true)`;
    const rows = await transaction.unsafe(catalogQuery, [
      arrayLiteral(schemas),
      arrayLiteral([...schemas, ...SEARCH_PATH]),
    ]);
    const [found] = documentRows.parse([...rows]);
    return found;
  });
}

export function parseCatalog(document: string): Catalog {
  return catalogSchema.parse(JSON.parse(document));
}
