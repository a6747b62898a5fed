import type { Sql } from "postgres";

/** Arbitrary, but the same for every server of a database. */
const LOCK = { namespace: 7_263_540, id: 919 } as const;

/**
 * Returns true on one server per database. Backed by a session-level advisory lock, which PostgreSQL releases
 * when the session ends; the next server that checks takes over. Check again before each unit of work: the
 * session may be lost.
 *
 * @param sql one connection that is always the same session; a pooler must not stand before it.
 * @returns false also while the database is down.
 */
export async function isLeader(sql: Sql): Promise<boolean> {
  try {
    const [row] = await sql<{ leads: boolean }[]>`
      select case
        when exists (
          select from pg_catalog.pg_locks
          where locktype = 'advisory' and granted and pid = pg_backend_pid()
            and classid = ${LOCK.namespace} and objid = ${LOCK.id}
        ) then true
        else pg_try_advisory_lock(${LOCK.namespace}, ${LOCK.id})
      end as leads`;
    return row?.leads === true;
  } catch {
    return false;
  }
}
