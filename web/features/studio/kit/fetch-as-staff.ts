import type { z } from "zod";
import type { Api } from "#web/lib/http/http.ts";
import type { OpenClient } from "./documents.data.ts";

/** Reads what this server tells its helpers, as the one who is signed in. @throws AppError where it refuses. */
export async function readAsHelper<Value>(
  { api, open }: { api: Api; open: OpenClient },
  question: { path: string; schema: z.ZodType<Value>; signal: AbortSignal },
): Promise<Value> {
  const { data } = await open().auth.getSession();
  const authorization = `Bearer ${data.session?.access_token ?? ""}`;
  const { path, schema, signal } = question;
  return schema.parse(await api.getJson(path, signal, { authorization }));
}
