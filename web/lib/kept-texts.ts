/**
 * Large texts that stay on the device for reading offline, in IndexedDB, which works on every address
 * (the Cache API asks for TLS). Every failure, such as a browser that keeps nothing, reads as "not
 * there": reading online goes on.
 */

const DATABASE = "kept-texts";
const STORE = "texts";

/** The text under a key, or null. */
export async function readKept(key: string): Promise<string | null> {
  let found: unknown = null;
  await inStore("readonly", (store) => {
    const request = store.get(key);
    request.addEventListener("success", () => {
      found = request.result;
    });
  });
  return typeof found === "string" ? found : null;
}

/** Keeps texts, all of them or none. Returns false when the browser refuses. */
export async function keepTexts(texts: Readonly<Record<string, string>>): Promise<boolean> {
  return inStore("readwrite", (store) => {
    for (const [key, text] of Object.entries(texts)) store.put(text, key);
  });
}

/** Forgets all texts whose key begins like this. */
export async function forgetKept(prefix: string): Promise<boolean> {
  return inStore("readwrite", (store) => {
    store.delete(IDBKeyRange.bound(prefix, `${prefix}\uffff`));
  });
}

/** Runs requests in one transaction; true when all of it is done and safely written. */
async function inStore(
  mode: IDBTransactionMode,
  run: (store: IDBObjectStore) => void,
): Promise<boolean> {
  const database = await openDatabase();
  if (!database) return false;
  const isDone = await new Promise<boolean>((resolve) => {
    const transaction = database.transaction(STORE, mode);
    transaction.addEventListener("complete", () => resolve(true));
    transaction.addEventListener("abort", () => resolve(false));
    run(transaction.objectStore(STORE));
  });
  database.close();
  return isDone;
}

/** Null where the browser keeps nothing. */
function openDatabase(): Promise<IDBDatabase | null> {
  return new Promise((resolve) => {
    if (typeof indexedDB === "undefined") {
      resolve(null);
      return;
    }
    const request = indexedDB.open(DATABASE, 1);
    request.addEventListener("upgradeneeded", () => {
      request.result.createObjectStore(STORE);
    });
    request.addEventListener("success", () => resolve(request.result));
    request.addEventListener("error", () => resolve(null));
  });
}
