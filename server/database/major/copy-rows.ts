import { pipeline } from "node:stream/promises";
import type { Sql } from "postgres";
import { z } from "zod";
import { StartError } from "#server/kit/start-error.ts";

const tableSchema = z.object({
  /** Quoted and with its schema, as SQL wants it. */
  name: z.string(),
  columns: z.array(z.string()),
});
type Table = z.infer<typeof tableSchema>;

const TABLES = `
  select c.oid::regclass::text as name,
         array(select quote_ident(attname) from pg_attribute
               where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = ''
               order by attnum) as columns
  from pg_class c
  join pg_namespace n on n.oid = c.relnamespace and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
  where c.relkind = 'r' and (n.nspname, c.relname) <> ('supabase_migrations', 'boot')
    and not exists (select from pg_depend d
                    where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
  order by 1`;
const SEQUENCES = `
  select format('%I.%I', schemaname, sequencename) as name from pg_sequences order by 1`;

/** How much was copied. */
export type CopiedRows = { readonly tables: number; readonly rows: number };

/**
 * Copies every row of one database into another that has the same tables; what is in the latter goes. Sequences
 * go on where they were.
 *
 * @param from a superuser's only connection with an empty search_path; nobody else writes there.
 * @param to the same, in a session in which no triggers run: rows arrive as they are.
 * @throws StartError when a count differs.
 */
export async function copyRows(from: Sql, to: Sql): Promise<CopiedRows> {
  const tables = z.array(tableSchema).parse(await from.unsafe(TABLES));
  const places = z.array(tableSchema).parse(await to.unsafe(TABLES));
  // Tables that are emptied and filled in one transaction need no write-ahead log.
  await to.unsafe("begin");
  await to.unsafe(`truncate ${places.map(({ name }) => name).join(", ")}`);
  let rows = 0;
  for (const table of tables) {
    await copyTable(from, to, table);
    rows += await compare(from, to, table);
  }
  for (const { name } of namesSchema.parse(await from.unsafe(SEQUENCES))) {
    await copySequence(from, to, name);
  }
  await to.unsafe("commit");
  return { tables: tables.length, rows };
}

async function copyTable(from: Sql, to: Sql, { name, columns }: Table): Promise<void> {
  // Rows without columns are a count.
  const list = columns.length > 0 ? `(${columns.join(", ")})` : "";
  const rows = await from.unsafe(`copy ${name} ${list} to stdout`).readable();
  // The driver stops reading from its socket while rows wait, until more are asked for: after the last one nobody
  // asks, and what the server says then would never be heard.
  rows.once("end", () => rows._read(0));
  await pipeline(rows, await to.unsafe(`copy ${name} ${list} from stdin`).writable());
}

const namesSchema = z.array(z.object({ name: z.string() }));
const countSchema = z.tuple([z.object({ rows: z.coerce.number() })]);
const positionSchema = z.tuple([z.object({ last: z.string(), called: z.boolean() })]);

/** @returns the rows of the table. */
async function compare(from: Sql, to: Sql, { name }: Table): Promise<number> {
  const [had, has] = [await countRows(from, name), await countRows(to, name)];
  if (had === has) return had;
  throw new StartError(
    `The database was not carried over, and nothing was changed: ${name} has ${has} rows of ${had}.`,
  );
}

async function countRows(sql: Sql, name: string): Promise<number> {
  const [{ rows }] = countSchema.parse(await sql.unsafe(`select count(*) as rows from ${name}`));
  return rows;
}

async function copySequence(from: Sql, to: Sql, name: string): Promise<void> {
  const [{ last, called }] = positionSchema.parse(
    await from.unsafe(`select last_value::text as last, is_called as called from ${name}`),
  );
  await to`select setval(${name}::regclass, ${last}::bigint, ${called})`;
}
