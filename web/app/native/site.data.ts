import * as v from "valibot";
import { SITE_PATH } from "#shared/site/site-state.ts";
import { type PhoneSite, phoneSiteSchema } from "#shared/contracts/site.ts";
import type { Api } from "#web/lib/http/http.ts";

/**
 * Asks the server about the site.
 *
 * @throws AppError when it does not answer; ValiError when it answers something else.
 */
export async function fetchSite(api: Pick<Api, "getJson">): Promise<PhoneSite> {
  return v.parse(phoneSiteSchema, await api.getJson(SITE_PATH));
}
