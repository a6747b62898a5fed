import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import * as v from "valibot";

const variablesSchema = v.object({
  PROJECT_SECRET_KEY: v.optional(v.pipe(v.string(), v.nonEmpty("must not be empty"))),
  PROJECT_DATABASE_URL: v.optional(
    v.pipe(v.string(), v.regex(/^postgres(?:ql)?:\/\//, "must begin with postgres://")),
  ),
});
export type ProjectVariables = v.InferOutput<typeof variablesSchema>;

/**
 * Credentials of a Supabase project. Never arguments, which other accounts of the machine can read.
 *
 * @throws Error in one sentence for an invalid URL.
 */
export function projectVariables(
  env: Readonly<Record<string, string | undefined>>,
): ProjectVariables {
  const parsed = v.safeParse(variablesSchema, env);
  if (parsed.success) return parsed.output;
  const [issue] = parsed.issues;
  throw new Error(`${v.getDotPath(issue) ?? ""} ${issue.message}.`);
}

/**
 * Creates a client of the project with its secret key.
 *
 * @throws Error when the key is not set.
 */
export function projectClient(
  url: string,
  { PROJECT_SECRET_KEY }: ProjectVariables,
): SupabaseClient {
  if (PROJECT_SECRET_KEY === undefined) {
    throw new Error(
      "Set PROJECT_SECRET_KEY to the project's secret key (sb_secret_... or service_role).",
    );
  }
  return createClient(url, PROJECT_SECRET_KEY, {
    auth: { persistSession: false, autoRefreshToken: false },
  });
}
