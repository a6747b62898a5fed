import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { z } from "zod";

const variablesSchema = z.object({
  PROJECT_SECRET_KEY: z.string().min(1).optional(),
  PROJECT_DATABASE_URL: z
    .string()
    .regex(/^postgres(?:ql)?:\/\//, "must begin with postgres://")
    .optional(),
});
export type ProjectVariables = z.infer<typeof variablesSchema>;

/**
 * Credentials of a Supabase project. Never arguments, which other accounts of the machine can read.
 *
 * @throws Error in one sentence for an invalid URL.
 */
export function projectVariables(
  env: Readonly<Record<string, string | undefined>>,
): ProjectVariables {
  const parsed = variablesSchema.safeParse(env);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new Error(`${issue?.path.join(".") ?? ""} ${issue?.message ?? ""}.`);
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
