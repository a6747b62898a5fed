import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Sql } from "postgres";
import { z } from "zod";
import { errorCode, messageOf, StartError } from "#server/kit/start-error.ts";

const INVENTORY = readFileSync(fileURLToPath(new URL("./inventory.sql", import.meta.url)), "utf8");

const statementsSchema = z.array(z.string());
const objectSchema = z.object({
  kind: z.string(),
  name: z.string(),
  facts: z.string(),
  make: statementsSchema,
  change: statementsSchema.nullable(),
  drop: z.string().nullable(),
});
/** A row of inventory.sql, which tells what its fields are. */
type DatabaseObject = z.infer<typeof objectSchema>;
type Failure = { readonly line: string; readonly isWaiting: boolean };
type Step = { readonly what: string; readonly statements: readonly string[] };

/** PostgreSQL's codes for a table, schema, type or role, and a function that is not there. */
const ABSENCES: ReadonlySet<string> = new Set(["42P01", "3F000", "42704", "42883"]);
/** Objects wait for others of their kind at most so often, e.g. views of views. */
const PASSES = 20;
/** What a list for people names at most. */
const NAMED = 12;

/** Catalogs whose objects inventory.sql lists; an object of any other can only be missed. */
const LISTED = [
  "pg_class",
  "pg_type",
  "pg_proc",
  "pg_enum",
  "pg_constraint",
  "pg_attrdef",
  "pg_trigger",
  "pg_policy",
  "pg_rewrite",
  "pg_namespace",
  "pg_extension",
  "pg_authid",
  "pg_auth_members",
  "pg_default_acl",
  "pg_parameter_acl",
  "pg_publication",
  "pg_publication_rel",
  "pg_publication_namespace",
];
const FIRST_OWN_OID = 16_384;

/**
 * Gives a freshly prepared database everything that somebody has made in another one beside the server and its
 * migrations: roles, schemas, tables, functions, policies, rights and so on, but no rows.
 *
 * @param from a superuser's connection with an empty search_path; nobody else writes there.
 * @param to the same, in a session that checks no bodies of functions.
 * @throws StartError with the list of what cannot be made; `to` is worth nothing then.
 */
export async function makeAlike(from: Sql, to: Sql): Promise<void> {
  const wanted = await readInventory(from);
  await requireWritable(from, to, wanted);
  const changed = new Set<string>();
  let failures: readonly Failure[] = [];
  for (let pass = 1; pass <= PASSES; pass += 1) {
    const steps = stepsTowards(wanted, await readInventory(to), changed);
    if (steps.length === 0) return;
    failures = await takeSteps(to, steps, changed);
    if (failures.length === steps.length) break;
  }
  // What only waits for something else on the list is not what somebody has to look at.
  const causes = failures.filter(({ isWaiting }) => !isWaiting);
  throw refusal((causes.length > 0 ? causes : failures).map(({ line }) => line));
}

async function readInventory(sql: Sql): Promise<readonly DatabaseObject[]> {
  return z.array(objectSchema).parse(await sql.unsafe(INVENTORY));
}

function keyOf({ kind, name }: DatabaseObject): string {
  return `${kind} ${name}`;
}

/**
 * @throws StartError for what nothing can write: some kinds of the inventory, and all that it does not list, such
 *   as servers of foreign tables and other databases.
 */
async function requireWritable(
  from: Sql,
  to: Sql,
  wanted: readonly DatabaseObject[],
): Promise<void> {
  const present = new Set([...(await readUnlisted(to)), ...(await readInventory(to)).map(keyOf)]);
  const unwritable = wanted.filter(({ make }) => make.length === 0).map(keyOf);
  const lost = [...(await readUnlisted(from)), ...unwritable].filter((one) => !present.has(one));
  if (lost.length > 0) throw refusal(lost);
}

const namesSchema = z.array(z.object({ name: z.string() }));

async function readUnlisted(sql: Sql): Promise<string[]> {
  const catalogs = namesSchema.parse(
    await sql`
      select c.relname as name from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attname = 'oid'
      where c.relnamespace = 'pg_catalog'::regnamespace and c.relkind = 'r'
        and c.relname not in ${sql(LISTED)}`,
  );
  const queries = catalogs.map(({ name }) => {
    // Large objects are described in one catalog and addressed by another.
    return name === "pg_largeobject_metadata"
      ? "select 'pg_largeobject'::regclass as class, oid from pg_largeobject_metadata"
      : `select '${name}'::regclass as class, oid from ${name} where oid >= ${FIRST_OWN_OID}`;
  });
  const found = namesSchema.parse(
    await sql.unsafe(`
      select i.type || ' ' || i.identity as name
      from (${queries.join(" union all ")}) o, pg_identify_object(o.class, o.oid, 0) i
      where not exists (select from pg_depend
                        where classid = o.class and objid = o.oid and deptype in ('e', 'i'))
      order by 1`),
  );
  return found.map(({ name }) => name);
}

/** What is too much goes first, then what is missing comes, then what differs. */
function stepsTowards(
  wanted: readonly DatabaseObject[],
  present: readonly DatabaseObject[],
  changed: ReadonlySet<string>,
): Step[] {
  const wantedKeys = new Set(wanted.map(keyOf));
  const found = new Map(present.map((one) => [keyOf(one), one]));
  const step = (one: DatabaseObject, statements: readonly string[] | null): Step[] =>
    statements === null ? [] : [{ what: keyOf(one), statements }];
  return [
    ...present
      .filter((one) => !wantedKeys.has(keyOf(one)))
      .flatMap((one) => step(one, one.drop === null ? null : [one.drop])),
    ...wanted.filter((one) => !found.has(keyOf(one))).flatMap((one) => step(one, one.make)),
    ...wanted
      // Once: what the other version writes in other words never reads alike.
      .filter((one) => found.has(keyOf(one)) && !changed.has(keyOf(one)))
      .filter((one) => found.get(keyOf(one))?.facts !== one.facts)
      .flatMap((one) => step(one, one.change)),
  ];
}

/** @returns what failed: it may wait for another object, and come in the next pass. */
async function takeSteps(
  to: Sql,
  steps: readonly Step[],
  changed: Set<string>,
): Promise<readonly Failure[]> {
  const failures: Failure[] = [];
  for (const { what, statements } of steps) {
    try {
      if (statements.length === 0) throw new Error("nothing here can write it");
      await to.begin(async (tx) => {
        for (const statement of statements) await tx.unsafe(statement);
      });
      changed.add(what);
    } catch (error) {
      const reason = messageOf(error);
      failures.push({
        line: `${what} (${reason})`,
        isWaiting: ABSENCES.has(errorCode(error) ?? ""),
      });
    }
  }
  return failures;
}

function refusal(lost: readonly string[]): StartError {
  const named = lost.slice(0, NAMED).join("; ");
  const more = lost.length > NAMED ? `; and ${lost.length - NAMED} more` : "";
  return new StartError(
    `The database cannot be carried over to this release's PostgreSQL, and nothing was changed: there is no way to bring ${named}${more}. Take that away with the release before, or start that one again.`,
  );
}
