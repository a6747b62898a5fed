import type { z } from "zod";
import type { Api } from "#web/lib/http/http.ts";
import type { OpenClient } from "./documents.data.ts";

/**
 * Fetches staff data of this server with the user's token. @throws AppError when the server rejects
 * it.
 */
export async function fetchAsStaff<Value>(
  { api, open }: { api: Api; open: OpenClient },
  question: { path: string; schema: z.ZodType<Value>; signal: AbortSignal },
): Promise<Value> {
  const { data } = await open().auth.getSession();
  const authorization = `Bearer ${data.session?.access_token ?? ""}`;
  const { path, schema, signal } = question;
  return schema.parse(await api.getJson(path, signal, { authorization }));
}
