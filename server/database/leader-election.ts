import type { Sql } from "postgres";

/** Any two numbers, the same for every server on the database. */
const LOCK = { room: 7_263_540, work: 919 } as const;

/**
 * Whether this server is the one that does what is to be done once for all servers on the database. The first
 * that asks is, for as long as its session lives: a lock of the session goes with it, however a server ends, and
 * the next one that asks takes over. Asked anew before each piece of work, so that nobody believes in a
 * session that is lost.
 *
 * @param sql one connection that is always the same session; a pooler must not stand before it.
 * @returns false as well while the database is away.
 */
export async function isLeader(sql: Sql): Promise<boolean> {
  try {
    const [row] = await sql<{ leads: boolean }[]>`
      select case
        when exists (
          select from pg_catalog.pg_locks
          where locktype = 'advisory' and granted and pid = pg_backend_pid()
            and classid = ${LOCK.room} and objid = ${LOCK.work}
        ) then true
        else pg_try_advisory_lock(${LOCK.room}, ${LOCK.work})
      end as leads`;
    return row?.leads === true;
  } catch {
    return false;
  }
}
