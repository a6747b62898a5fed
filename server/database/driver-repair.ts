import { registerHooks } from "node:module";

/**
 * postgres.js 3.4.9 writes to a connection that has closed meanwhile (porsager/postgres#1154, #1208): a
 * statement of a transaction whose session was ended, its own ROLLBACK too, throws where nobody can catch
 * it, which ends the process. And what was not written when a connection closed stays in its buffer, in
 * front of the next greeting, so that this connection is not used again for half a minute. And a connection
 * that ends while it reads PostgreSQL's types, as its first thing, rejects a promise that nobody waits for,
 * which ends the process as well. All three are mended in the driver's text as it is loaded; of a version
 * with another text nothing is changed.
 */
const REPAIRS = [
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
    found: `return fetchArrayTypes()`,
    repaired: `return fetchArrayTypes().catch(errored)`,
  },
] as const;

const FILE = /\/node_modules\/postgres\/src\/connection\.js$/;

/** The driver's text with its repairs; null when one of them has no place in it. */
export function repairedText(text: string): string | null {
  let repaired = text;
  for (const repair of REPAIRS) {
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
      if (!FILE.test(url) || loaded.source === undefined || loaded.source === null) return loaded;
      const text =
        typeof loaded.source === "string" ? loaded.source : new TextDecoder().decode(loaded.source);
      return { ...loaded, source: repairedText(text) ?? text };
    },
  });
  try {
    const { default: postgres } = await import("postgres");
    return postgres;
  } finally {
    hooks.deregister();
  }
}
