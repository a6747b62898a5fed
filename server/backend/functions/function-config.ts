import { existsSync, readFileSync } from "node:fs";
import { StartError } from "#server/kit/start-error.ts";

/** What `supabase/config.toml` says about one function. */
export type FunctionConfig = {
  /** False: callable without a session. True is the default of a hosted project. */
  readonly verifyJwt: boolean;
};

const SECTION = /^\[functions\.("?)([\w-]+)\1\]$/;
const SETTING = /^verify_jwt\s*=\s*(true|false)$/;

/**
 * Reads `[functions.{name}] verify_jwt` from config.toml. Only this much of TOML: the rest of the
 * file is for Supabase's own tools.
 *
 * @returns settings by function name; functions that are not named have the defaults.
 */
export function readFunctionConfig(path: string): ReadonlyMap<string, FunctionConfig> {
  const configs = new Map<string, FunctionConfig>();
  if (!existsSync(path)) return configs;
  let name: string | null = null;
  for (const raw of readFileSync(path, "utf8").split("\n")) {
    const line = raw.replace(/\s#.*$|^#.*$/, "").trim();
    if (line.startsWith("[")) {
      name = SECTION.exec(line)?.[2] ?? null;
    } else if (name !== null && line.startsWith("verify_jwt")) {
      const value = SETTING.exec(line)?.[1];
      if (value === undefined) {
        throw new StartError(
          `${path}: verify_jwt of function "${name}" must be true or false, without quotes.`,
        );
      }
      configs.set(name, { verifyJwt: value === "true" });
    }
  }
  return configs;
}
