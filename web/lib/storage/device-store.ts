/** One store of IndexedDB. Every failure, such as a browser that keeps nothing, reads as "not there". */
export type DeviceStore = {
  /** The value under a key; undefined when there is none. */
  read(key: string): Promise<unknown>;
  /** Keeps values, all of them or none. False when the browser refuses. */
  keep(values: Readonly<Record<string, unknown>>): Promise<boolean>;
  /** Forgets every value whose key begins like this. */
  forget(prefix: string): Promise<boolean>;
};

/** Opens a database of this origin with one store. */
export function createDeviceStore(database: string, store: string): DeviceStore {
  return {
    async read(key) {
      let found: unknown;
      await inStore(database, store, "readonly", (opened) => {
        const request = opened.get(key);
        request.addEventListener("success", () => {
          found = request.result;
        });
      });
      return found;
    },
    keep: (values) =>
      inStore(database, store, "readwrite", (opened) => {
        for (const [key, value] of Object.entries(values)) opened.put(value, key);
      }),
    forget: (prefix) =>
      inStore(database, store, "readwrite", (opened) => {
        opened.delete(IDBKeyRange.bound(prefix, `${prefix}\uffff`));
      }),
  };
}

/** Runs requests in one transaction; true when all of it is done and safely written. */
async function inStore(
  name: string,
  store: string,
  mode: IDBTransactionMode,
  run: (store: IDBObjectStore) => void,
): Promise<boolean> {
  const database = await openDatabase(name, store);
  if (!database) return false;
  const isDone = await new Promise<boolean>((resolve) => {
    const transaction = database.transaction(store, mode);
    transaction.addEventListener("complete", () => resolve(true));
    transaction.addEventListener("abort", () => resolve(false));
    run(transaction.objectStore(store));
  });
  database.close();
  return isDone;
}

/** Null where the browser keeps nothing. */
function openDatabase(name: string, store: string): Promise<IDBDatabase | null> {
  return new Promise((resolve) => {
    if (typeof indexedDB === "undefined") {
      resolve(null);
      return;
    }
    const request = indexedDB.open(name, 1);
    request.addEventListener("upgradeneeded", () => {
      request.result.createObjectStore(store);
    });
    request.addEventListener("success", () => resolve(request.result));
    request.addEventListener("error", () => resolve(null));
  });
}
