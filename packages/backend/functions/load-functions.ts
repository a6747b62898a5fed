import { readdirSync, statSync, existsSync, readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import * as v from "valibot";
import type { FunctionModule } from "@reign-tv/kit/function-contract.ts";
import { parse, TomlError } from "smol-toml";
import { StartError } from "@reign-tv/kit/start-error.ts";

/** Loads the module of a function; in development again after each change. */
export type ModuleLoader = { load(name: string): Promise<FunctionModule> };

type Handler = FunctionModule["fetch"];

const moduleSchema = v.object({
  default: v.object({
    fetch: v.custom<Handler>((value) => typeof value === "function", "must be a function"),
    countsItself: v.optional(v.boolean(), false),
  }),
});

/** Query parameter that makes Node load a changed module again. */
const VERSION_PARAMETER = "edited";

/** @param isReloading checks the files' dates before every call (development). */
export function createModuleLoader(functionsDir: string, isReloading: boolean): ModuleLoader {
  const loaded = new Map<string, { version: number; module: Promise<FunctionModule> }>();
  if (isReloading) propagateVersion(pathToFileURL(functionsDir).href);
  return {
    load(name) {
      const known = loaded.get(name);
      if (known !== undefined && !isReloading) return known.module;
      const version = isReloading ? newestChange(functionsDir) : 0;
      if (known?.version === version) return known.module;
      const module = importFunction(functionsDir, name, version);
      loaded.set(name, { version, module });
      return module;
    },
  };
}

/** Returns the folders with an index.ts; `_shared` and similar folders do not count. */
export function listFunctions(functionsDir: string): readonly string[] {
  return readdirSync(functionsDir, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && /^[a-z0-9][\w-]*$/i.test(entry.name))
    .map(({ name }) => name)
    .filter((name) => statSync(join(functionsDir, name, "index.ts"), { throwIfNoEntry: false }))
    .toSorted();
}

async function importFunction(
  functionsDir: string,
  name: string,
  version: number,
): Promise<FunctionModule> {
  const url = pathToFileURL(join(functionsDir, name, "index.ts"));
  if (version > 0) url.searchParams.set(VERSION_PARAMETER, String(version));
  const loaded: unknown = await import(url.href);
  return v.parse(moduleSchema, loaded).default;
}

/** Adds the version to imports from the same folder, so that changed dependencies reload too. */
function propagateVersion(folderUrl: string): void {
  registerHooks({
    resolve(specifier, context, nextResolve) {
      const resolved = nextResolve(specifier, context);
      const parent = context.parentURL;
      if (parent === undefined || !parent.startsWith(folderUrl)) return resolved;
      const version = new URL(parent).searchParams.get(VERSION_PARAMETER);
      if (version === null || !resolved.url.startsWith(folderUrl)) return resolved;
      const url = new URL(resolved.url);
      url.searchParams.set(VERSION_PARAMETER, version);
      return { ...resolved, url: url.href };
    },
  });
}

function newestChange(functionsDir: string): number {
  const files = readdirSync(functionsDir, { recursive: true, withFileTypes: true });
  const dates = files
    .filter((entry) => entry.isFile())
    .map((entry) => statSync(join(entry.parentPath, entry.name)).mtimeMs);
  return Math.max(0, ...dates);
}

/** A function's settings in `supabase/config.toml`. */
export type FunctionConfig = {
  /** False: callable without a session. Default true, as on Supabase. */
  readonly verifyJwt: boolean;
};

/** Ignores the settings of Supabase's own tools. */
const configSchema = v.object({
  functions: v.optional(
    v.record(v.string(), v.object({ verify_jwt: v.optional(v.boolean(), true) })),
    {},
  ),
});

/**
 * Reads `[functions.{name}] verify_jwt` from config.toml.
 *
 * @returns settings by function name; missing functions have the defaults.
 * @throws StartError for invalid TOML or a value that is not a boolean.
 */
export function readFunctionConfig(path: string): ReadonlyMap<string, FunctionConfig> {
  if (!existsSync(path)) return new Map();
  const config = v.safeParse(configSchema, parseToml(path));
  if (!config.success) {
    const places = config.issues.map((issue) => v.getDotPath(issue)).join(", ");
    throw new StartError(`${path}: ${places} must be true or false, without quotes.`);
  }
  const entries = Object.entries(config.output.functions);
  return new Map(entries.map(([name, { verify_jwt }]) => [name, { verifyJwt: verify_jwt }]));
}

function parseToml(path: string): unknown {
  try {
    return parse(readFileSync(path, "utf8"));
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    throw new StartError(`${path}: ${error.message}`, { cause: error });
  }
}
