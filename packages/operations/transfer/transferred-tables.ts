import type { ISql } from "postgres";
import * as v from "valibot";

/**
 * Transferred tables outside schema public. Not sessions, which another server's key signs; not pending codes
 * and links, counters, or recovery codes, which are hashed with a server's key.
 */
const TRANSFERRED_TABLES = [
  "auth.users",
  "auth.identities",
  "auth.mfa_factors",
  "auth.webauthn_credentials",
  "storage.buckets",
  "storage.objects",
] as const;

/** Columns of pending flows, which are valid only on their own server. */
const EXCLUDED_COLUMNS: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  [
    "auth.users",
    new Set([
      "confirmation_token",
      "confirmation_sent_at",
      "recovery_token",
      "recovery_sent_at",
      "email_change_token_new",
      "email_change_token_current",
      "email_change",
      "email_change_sent_at",
      "email_change_confirm_status",
      "phone_change",
      "phone_change_token",
      "phone_change_sent_at",
      "reauthentication_token",
      "reauthentication_sent_at",
      "is_super_admin",
    ]),
  ],
  ["auth.mfa_factors", new Set(["last_challenged_at", "last_webauthn_challenge_data"])],
]);

const tableSchema = v.object({
  name: v.string(),
  columns: v.array(
    v.object({
      name: v.string(),
      /** SQL value for NULL when the column forbids it; null when it does not. */
      fallback: v.nullable(v.string()),
      /** A sequence fills it. */
      isCounted: v.boolean(),
      /** `json` or `jsonb`; null for other types. */
      jsonType: v.nullable(v.string()),
    }),
  ),
  key: v.array(v.string()),
  refersTo: v.array(v.string()),
  accounts: v.array(v.object({ column: v.string(), isOptional: v.boolean() })),
});
export type TransferredTable = v.InferOutput<typeof tableSchema>;

/**
 * Every table with rows of its own. Excludes those that a start prepares again (migrations, boot SQL), and
 * state of open sockets.
 */
const IS_WHOLE = `c.relkind = 'r' and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
  and n.nspname || '.' || c.relname not in ('supabase_migrations.schema_migrations', 'supabase_migrations.boot')
  and not (n.nspname = 'realtime' and c.relpersistence = 'u')`;

/**
 * Tables of a database to transfer, each after those that it references.
 *
 * @param isWhole every table with all its columns.
 * @throws Error for a table without a primary key, whose rows cannot be identified.
 */
export async function findTransferredTables(
  sql: ISql,
  isWhole = false,
): Promise<readonly TransferredTable[]> {
  const isMoved = sql`c.relkind in ('r', 'p') and c.relpersistence = 'p' and not c.relispartition
    and (n.nspname = 'public'
      or n.nspname || '.' || c.relname = any(string_to_array(${TRANSFERRED_TABLES.join(" ")}, ' ')))`;
  const rows = await sql`
    select n.nspname || '.' || c.relname as name,
      (select jsonb_agg(jsonb_build_object('name', a.attname, 'fallback',
          case when a.attnotnull then pg_get_expr(d.adbin, d.adrelid) end,
          'isCounted', a.attidentity <> '',
          'jsonType', case when a.atttypid in ('json'::regtype, 'jsonb'::regtype)
            then a.atttypid::regtype::text end) order by a.attnum)
        from pg_catalog.pg_attribute a
        left join pg_catalog.pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      ) as columns,
      (select coalesce(jsonb_agg(a.attname order by k.place), '[]')
        from pg_catalog.pg_constraint p
        cross join unnest(p.conkey) with ordinality as k (attnum, place)
        join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
        where p.conrelid = c.oid and p.contype = 'p'
      ) as key,
      (select coalesce(jsonb_agg(distinct fn.nspname || '.' || f.relname), '[]')
        from pg_catalog.pg_constraint r
        join pg_catalog.pg_class f on f.oid = r.confrelid
        join pg_catalog.pg_namespace fn on fn.oid = f.relnamespace
        where r.conrelid = c.oid and r.contype = 'f' and r.confrelid <> c.oid
      ) as "refersTo",
      (select coalesce(jsonb_agg(jsonb_build_object(
          'column', a.attname, 'isOptional', not a.attnotnull)), '[]')
        from pg_catalog.pg_constraint r
        join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum = r.conkey[1]
        where r.conrelid = c.oid and r.contype = 'f' and cardinality(r.conkey) = 1
          and r.confrelid = (
            select u.oid from pg_catalog.pg_class u
            join pg_catalog.pg_namespace un on un.oid = u.relnamespace
            where un.nspname = 'auth' and u.relname = 'users')
      ) as accounts
    from pg_catalog.pg_class c
    join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    where ${isWhole ? sql.unsafe(IS_WHOLE) : isMoved}
    order by 1`;
  const tables = v.parse(v.array(tableSchema), [...rows]);
  const keyless = tables.find(({ key }) => key.length === 0);
  if (keyless !== undefined) {
    throw new Error(`The table ${keyless.name} has no primary key: give it one, or take it away.`);
  }
  return inOrderOfReference(isWhole ? tables : tables.map(withoutExcludedColumns));
}

function withoutExcludedColumns(table: TransferredTable): TransferredTable {
  const left = EXCLUDED_COLUMNS.get(table.name);
  if (left === undefined) return table;
  return { ...table, columns: table.columns.filter(({ name }) => !left.has(name)) };
}

function inOrderOfReference(tables: readonly TransferredTable[]): readonly TransferredTable[] {
  const ordered = new Map<string, TransferredTable>();
  const place = (table: TransferredTable, above: readonly string[]): void => {
    if (ordered.has(table.name) || above.includes(table.name)) return;
    for (const next of tables.filter(({ name }) => table.refersTo.includes(name))) {
      place(next, [...above, table.name]);
    }
    ordered.set(table.name, table);
  };
  for (const table of tables) place(table, []);
  return [...ordered.values()];
}

/** Quotes a name for SQL; also `schema.name`. */
export function quoted(name: string): string {
  return name
    .split(".")
    .map((part) => `"${part.replaceAll('"', '""')}"`)
    .join(".");
}
