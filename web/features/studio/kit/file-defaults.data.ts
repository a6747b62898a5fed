import { queryOptions, type UseQueryOptions } from "@tanstack/react-query";
import {
  FILE_FACTS_PATH,
  type FileDefaults,
  fileFactsSchema,
} from "#shared/studio/file-defaults.ts";
import type { Api } from "#web/lib/http/http.ts";
import type { OpenClient } from "./documents.data.ts";
import { fetchAsStaff } from "./fetch-as-staff.ts";

type FileDefaultsKey = ["studio", "file"];

/** Query of the values of `ministry.json`, which do not change while the server runs. */
export function fileDefaultsQuery(
  api: Api,
  open: OpenClient,
): UseQueryOptions<FileDefaults, Error, FileDefaults, FileDefaultsKey> {
  const queryKey: FileDefaultsKey = ["studio", "file"];
  return queryOptions({
    queryKey,
    staleTime: Infinity,
    queryFn: ({ signal }) =>
      fetchAsStaff({ api, open }, { path: FILE_FACTS_PATH, schema: fileFactsSchema, signal }),
  });
}
