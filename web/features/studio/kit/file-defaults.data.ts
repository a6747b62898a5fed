import * as v from "valibot";
import type { Api } from "#web/lib/http/http.ts";
import { authorizationOf, type OpenClient } from "./documents.data.ts";
import type { UseQueryOptions } from "@tanstack/react-query";
import {
  FILE_FACTS_PATH,
  type FileDefaults,
  fileFactsSchema,
} from "#shared/studio/file-defaults.ts";

/**
 * Returns a query function that fetches staff data of this server with the user's token. It throws an AppError when the
 * server rejects it.
 */
export function staffFetcher<Value>(
  { api, open }: { api: Api; open: OpenClient },
  path: string,
  schema: v.GenericSchema<unknown, Value>,
): (query: { signal: AbortSignal }) => Promise<Value> {
  return async ({ signal }) => {
    const authorization = await authorizationOf(open);
    return v.parse(schema, await api.getJson(path, signal, { authorization }));
  };
}

/** Query of the values of `ministry.json`, which do not change while the server runs. */
export function fileDefaultsQuery(api: Api, open: OpenClient): UseQueryOptions<FileDefaults> {
  return {
    queryKey: ["studio", "file"],
    staleTime: Infinity,
    queryFn: staffFetcher({ api, open }, FILE_FACTS_PATH, fileFactsSchema),
  };
}
