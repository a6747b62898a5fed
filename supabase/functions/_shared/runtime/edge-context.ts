import { createFaultRegistry } from "./fault-registry.ts";
import type { FunctionContext, FunctionLog, KeyValueStore } from "./runtime.ts";

/**
 * The context where the host passes none: Supabase's edge runtime. Its variables come from Deno, its
 * store is the memory of one isolate (a cold isolate reads the source again).
 */

/** A store that lives as long as the process. */
export function createMemoryStore(): KeyValueStore {
  const values = new Map<string, string>();
  return {
    get: (key) => Promise.resolve(values.get(key) ?? null),
    set(key, value) {
      values.set(key, value);
      return Promise.resolve();
    },
  };
}

const logToConsole: FunctionLog = (level, event, details) => {
  console[level](JSON.stringify({ event, ...details }));
};

type Method = (argument: unknown) => unknown;

/** `object[name]` bound to its object, or null where this runtime has no such method. */
function methodOf(object: unknown, name: string): Method | null {
  if (typeof object !== "object" || object === null) return null;
  const method: unknown = Reflect.get(object, name);
  if (typeof method !== "function") return null;
  return (argument) => Reflect.apply(method, object, [argument]);
}

/**
 * Makes the context of an edge function.
 *
 * @param names the variables that the function may see
 */
export function createEdgeContext(names: readonly string[]): FunctionContext {
  const deno: unknown = Reflect.get(globalThis, "Deno");
  const environment: unknown =
    typeof deno === "object" && deno !== null ? Reflect.get(deno, "env") : null;
  const readVariable = methodOf(environment, "get");
  const waitUntil = methodOf(Reflect.get(globalThis, "EdgeRuntime"), "waitUntil");
  const variable = (name: string): string | undefined => {
    const value = readVariable?.(name);
    return typeof value === "string" ? value : undefined;
  };
  return {
    env: Object.fromEntries(names.map((name) => [name, variable(name)])),
    fetch: (input, init) => globalThis.fetch(input, init),
    store: createMemoryStore(),
    now: () => Date.now(),
    log: logToConsole,
    report: createFaultRegistry({ now: () => Date.now(), log: logToConsole }).report,
    ...(waitUntil ? { waitUntil: (work: Promise<unknown>) => void waitUntil(work) } : {}),
  };
}
