import * as v from "valibot";
import { phoneSiteSchema, siteFactsSchema } from "#shared/contracts/site.ts";
import { pageMinistryIn, SITE_PATH, siteStateIn } from "#shared/site/site-state.ts";
import type { Site } from "#web/lib/site.ts";

/**
 * Reads a revision of the site. @throws AppError, or an error where the server is of another
 * release.
 */
export async function readSite(site: Site, revision: string): Promise<Site> {
  const facts = v.parse(
    siteFactsSchema,
    await site.api.getJson(`${SITE_PATH}?revision=${revision}`),
  );
  return { ...site, ...siteStateIn(facts, site.language) };
}

/** Reads the announcements of a time. @throws as `readSite` */
export async function readAnnouncements(
  site: Site,
  at: string,
): Promise<Pick<Site["ministry"], "announcements"> & Pick<Site, "nextAnnouncementAt">> {
  const { ministry, nextAnnouncementAt } = v.parse(
    phoneSiteSchema,
    await site.api.getJson(`${SITE_PATH}?from=${encodeURIComponent(at)}`),
  );
  const { announcements } = pageMinistryIn(ministry, site.language);
  return { announcements, nextAnnouncementAt };
}
