import { existsSync, readFileSync } from "node:fs";
import { parse, TomlError } from "smol-toml";
import { z } from "zod";
import { StartError } from "#server/kit/start-error.ts";

/** What `supabase/config.toml` says about one function. */
export type FunctionConfig = {
  /** False: callable without a session. True is the default of a hosted project. */
  readonly verifyJwt: boolean;
};

/** The rest of the file is for Supabase's own tools. */
const configSchema = z.object({
  functions: z.record(z.string(), z.object({ verify_jwt: z.boolean().default(true) })).default({}),
});

/**
 * Reads `[functions.{name}] verify_jwt` from config.toml.
 *
 * @returns settings by function name; functions that are not named have the defaults.
 * @throws StartError for a file that is no TOML, and a value that is neither true nor false.
 */
export function readFunctionConfig(path: string): ReadonlyMap<string, FunctionConfig> {
  if (!existsSync(path)) return new Map();
  const config = configSchema.safeParse(parseToml(path));
  if (!config.success) {
    const places = config.error.issues.map((issue) => issue.path.join(".")).join(", ");
    throw new StartError(`${path}: ${places} must be true or false, without quotes.`);
  }
  const entries = Object.entries(config.data.functions);
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
