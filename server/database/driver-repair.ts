import { registerHooks } from "node:module";

type Repair = { readonly found: string; readonly repaired: string };

/**
 * postgres.js 3.4.9 writes to a connection that has closed meanwhile (porsager/postgres#1154, #1208). That is mended
 * in the driver's text as it is loaded; a file of another version is left as it is.
 *
 * - A statement throws where nobody can catch it, which ends the process.
 * - What was not written when a connection closed stays in its buffer, in front of the next greeting, so that this
 *   connection is not used again for half a minute.
 * - What was sent between a connection's error and its end is waited for on its next session, which never answers it.
 * - A connection that ends while it reads PostgreSQL's types, as its first thing, rejects a promise that nobody
 *   waits for, which ends the process as well.
 */
const CONNECTION_REPAIRS: readonly Repair[] = [
  {
    found: `function nextWrite(fn) {
    const x = socket.write(chunk, fn)`,
    repaired: `function nextWrite(fn) {
    if (socket === null) {
      nextWriteTimer !== null && clearImmediate(nextWriteTimer)
      chunk = nextWriteTimer = null
      error(Errors.connection('CONNECTION_CLOSED', options, socket))
      return false
    }
    const x = socket.write(chunk, fn)`,
  },
  {
    found: `incomings = null
    clearImmediate(nextWriteTimer)
    socket.removeListener('data', data)`,
    repaired: `incomings = null
    clearImmediate(nextWriteTimer)
    chunk = nextWriteTimer = null
    socket.removeListener('data', data)`,
  },
  {
    found: `!hadError && (query || sent.length) && error(`,
    // The driver writes no semicolons.
    repaired: `;(query || sent.length) && error(`,
  },
  {
    found: `return fetchArrayTypes()`,
    repaired: `return fetchArrayTypes().catch(errored)`,
  },
];

/**
 * A statement of a transaction whose connection was lost, its ROLLBACK too, is sent all the same: to a closed
 * connection, which then counts as busy for ever, or to one that serves another transaction by now. A connection is
 * a transaction's as long as it is held for it.
 */
const POOL_REPAIRS: readonly Repair[] = [
  {
    found: `, connection
      , prepare = null`,
    repaired: `, connection
      , held = null
      , prepare = null`,
  },
  {
    found: `c.reserved = () => queries.length`,
    repaired: `c.reserved = held = () => queries.length`,
  },
  {
    found: `q.catch(e => uncaughtError || (uncaughtError = e))`,
    repaired: `q.catch(e => uncaughtError || (uncaughtError = e))
        if (c.reserved !== held)
          return q.reject(Errors.connection('CONNECTION_CLOSED', {}))`,
  },
];

/** The files of the driver that are mended. */
export const REPAIRED_FILES: ReadonlyMap<string, readonly Repair[]> = new Map([
  ["connection.js", CONNECTION_REPAIRS],
  ["index.js", POOL_REPAIRS],
]);

const FILE = /\/node_modules\/postgres\/src\/([a-z]+\.js)$/;

/** A file's text with its repairs; null when one of them has no place in it. */
export function repairedText(text: string, repairs: readonly Repair[]): string | null {
  let repaired = text;
  for (const repair of repairs) {
    if (repaired.split(repair.found).length !== 2) return null;
    repaired = repaired.replace(repair.found, () => repair.repaired);
  }
  return repaired;
}

/** Loads the driver, mended. */
export async function loadDriver(): Promise<typeof import("postgres")> {
  const hooks = registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context);
      const repairs = REPAIRED_FILES.get(FILE.exec(url)?.[1] ?? "");
      const { source } = loaded;
      if (repairs === undefined || source === undefined || source === null) return loaded;
      const text = typeof source === "string" ? source : new TextDecoder().decode(source);
      return { ...loaded, source: repairedText(text, repairs) ?? text };
    },
  });
  try {
    const { default: postgres } = await import("postgres");
    return postgres;
  } finally {
    hooks.deregister();
  }
}
