/** One IndexedDB store. Every failure, such as blocked storage, reads as "not there". */
export type DeviceStore = {
  /** Returns the value of a key; undefined when there is none. */
  read(key: string): Promise<unknown>;
  /** Stores values, all of them or none. False when the browser rejects. */
  keep(values: Readonly<Record<string, unknown>>): Promise<boolean>;
  /** Deletes every value whose key has this prefix. */
  forget(prefix: string): Promise<boolean>;
  /** Returns every key with this prefix; none when the browser rejects. */
  keys(prefix: string): Promise<string[]>;
  /** Returns every value whose key has this prefix; null when the browser rejects. */
  entries(prefix: string): Promise<ReadonlyMap<string, unknown> | null>;
  /**
   * Reads values and stores the result of `decide` in one transaction; undefined deletes. False
   * when the browser rejects, and nothing is stored.
   */
  change(keys: readonly string[], decide: Decide): Promise<boolean>;
};

type Values = ReadonlyMap<string, unknown>;

/** Computes new values from the stored ones. */
export type Decide = (found: Values) => Values;

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
        opened.delete(keysOf(prefix));
      }),
    async keys(prefix) {
      let keys: IDBValidKey[] = [];
      await inStore(database, store, "readonly", (opened) => {
        const listed = opened.getAllKeys(keysOf(prefix));
        listed.addEventListener("success", () => {
          keys = listed.result;
        });
      });
      return keys.filter((key) => typeof key === "string");
    },
    async entries(prefix) {
      let keys: IDBValidKey[] = [];
      let values: unknown[] = [];
      const isDone = await inStore(database, store, "readonly", (opened) => {
        const listed = opened.getAllKeys(keysOf(prefix));
        const all = opened.getAll(keysOf(prefix));
        listed.addEventListener("success", () => {
          keys = listed.result;
        });
        all.addEventListener("success", () => {
          values = all.result;
        });
      });
      const names = keys.filter((key) => typeof key === "string");
      return isDone ? new Map(names.map((key, index) => [key, values[index]])) : null;
    },
    change: (keys, decide) =>
      inStore(database, store, "readwrite", (opened) => {
        const found = new Map<string, unknown>();
        const write = () => {
          for (const [key, value] of decide(found)) {
            if (value === undefined) opened.delete(key);
            else opened.put(value, key);
          }
        };
        const requests = [...new Set(keys)].map((key) => ({ key, request: opened.get(key) }));
        for (const { key, request } of requests) {
          request.addEventListener("success", () => {
            found.set(key, request.result);
            if (found.size === requests.length) write();
          });
        }
      }),
  };
}

function keysOf(prefix: string): IDBKeyRange {
  return IDBKeyRange.bound(prefix, `${prefix}\uffff`);
}

/** Timeout for opening a database: private windows and blocked sites may never answer. */
const OPENING_LIMIT_MS = 2_000;
/** Timeout of a transaction; a whole Bible takes a few seconds on a slow phone. */
const TRANSACTION_LIMIT_MS = {
  readonly: 3_000,
  readwrite: 15_000,
};

/** Runs requests in one transaction; true when it is committed. */
async function inStore(
  name: string,
  store: string,
  mode: "readonly" | "readwrite",
  run: (store: IDBObjectStore) => void,
): Promise<boolean> {
  const database = await openDatabase(name, store);
  if (!database) return false;
  const isDone = await settled(TRANSACTION_LIMIT_MS[mode], false, (resolve) => {
    const transaction = database.transaction(store, mode);
    transaction.addEventListener("complete", () => resolve(true));
    transaction.addEventListener("abort", () => resolve(false));
    run(transaction.objectStore(store));
  });
  database.close();
  return isDone;
}

/** Null when the browser blocks storage. */
function openDatabase(name: string, store: string): Promise<IDBDatabase | null> {
  let isLate = false;
  return settled<IDBDatabase | null>(OPENING_LIMIT_MS, null, (resolve) => {
    const request = indexedDB.open(name, 1);
    request.addEventListener("upgradeneeded", () => {
      request.result.createObjectStore(store);
    });
    request.addEventListener("success", () => {
      if (isLate) request.result.close();
      else resolve(request.result);
    });
    request.addEventListener("error", () => resolve(null));
  }).finally(() => {
    isLate = true;
  });
}

/** Promise for event-based work; `broken` when it throws or times out. */
function settled<Result>(
  limitMs: number,
  broken: Result,
  work: (resolve: (result: Result) => void) => void,
): Promise<Result> {
  return new Promise<Result>((resolve) => {
    const timer = setTimeout(() => resolve(broken), limitMs);
    const end = (result: Result): void => {
      clearTimeout(timer);
      resolve(result);
    };
    try {
      work(end);
    } catch {
      end(broken);
    }
  });
}
