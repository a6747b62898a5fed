import { queryOptions, type UseQueryOptions } from "@tanstack/react-query";
import * as v from "valibot";
import { siteFactsSchema, type SiteMinistry } from "#shared/contracts/site.ts";
import { SITE_PATH } from "#shared/site/site-state.ts";
import type { Api } from "#web/lib/http/http.ts";

/** The ministry as the site has it now, in every language. */
export function siteMinistryQuery(
  api: Api,
): UseQueryOptions<SiteMinistry, Error, SiteMinistry, ["studio", "site"]> {
  const queryKey: ["studio", "site"] = ["studio", "site"];
  return queryOptions({
    queryKey,
    staleTime: Infinity,
    queryFn: async () => v.parse(siteFactsSchema, await api.getJson(SITE_PATH)).ministry,
  });
}
