import type { Sql as Connection } from "postgres";
import * as v from "valibot";
import { catalogQuery } from "./catalog-queries.ts";
import { arrayLiteral, catalogSql } from "#backend/rest/protocol/sql.domain.ts";
import { SEARCH_PATH } from "#backend/database/database.ts";

/** Reads the exposed schemas from PostgreSQL's catalogue: one query, one JSON document. */

const oid = v.string();
const roles = v.array(v.string());
const description = v.nullable(v.string());
const columnRow = v.object({
  name: v.string(),
  sql: catalogSql,
  type: oid,
  number: v.number(),
  isNullable: v.boolean(),
  description,
  default: v.nullable(catalogSql),
});

const catalogSchema = v.object({
  types: v.array(
    v.object({
      oid,
      schema: v.string(),
      name: v.string(),
      label: v.string(),
      sql: catalogSql,
      kind: v.string(),
      base: oid,
      array: oid,
      labels: v.nullable(v.array(v.string())),
    }),
  ),
  tables: v.array(
    v.object({
      oid,
      schema: v.string(),
      name: v.string(),
      sql: catalogSql,
      rowType: oid,
      isExposed: v.boolean(),
      isView: v.boolean(),
      description,
      /** Bits of pg_relation_is_updatable: 4 update, 8 insert, 16 delete. */
      changes: v.number(),
      roles,
      columns: v.array(columnRow),
      primaryKey: v.array(v.string()),
      uniqueKeys: v.array(v.array(v.string())),
    }),
  ),
  views: v.array(v.object({ oid, rule: v.string() })),
  foreignKeys: v.array(
    v.object({
      name: v.string(),
      table: oid,
      columns: v.array(v.string()),
      target: oid,
      targetColumns: v.array(v.string()),
    }),
  ),
  routines: v.array(
    v.object({
      schema: v.string(),
      name: v.string(),
      sql: catalogSql,
      isVolatile: v.boolean(),
      isSet: v.boolean(),
      isOneRow: v.boolean(),
      returnType: oid,
      isVoid: v.boolean(),
      defaultCount: v.number(),
      description,
      roles,
      args: v.array(
        v.object({
          name: v.string(),
          sql: v.nullable(catalogSql),
          type: oid,
          mode: v.string(),
        }),
      ),
    }),
  ),
  descriptions: v.record(v.string(), description),
});

export type Catalog = v.InferOutput<typeof catalogSchema>;

/** The catalogue's JSON text with a fingerprint of it. */
export type CatalogDocument = {
  readonly document: string;
  readonly fingerprint: string;
};

const documentRows = v.strictTuple([v.object({ document: v.string(), fingerprint: v.string() })]);

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
    const [found] = v.parse(documentRows, [...rows]);
    return found;
  });
}

export function parseCatalog(document: string): Catalog {
  return v.parse(catalogSchema, JSON.parse(document));
}
