import { type UseQueryOptions, useQuery } from "@tanstack/react-query";
import * as v from "valibot";
import {
  type TodaysDevotional,
  todaysDevotionalSchema,
} from "#shared/contracts/todays-devotional.ts";
import { type Site, useMessages, useSite } from "#web/lib/site.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { Link } from "#web/ui/link.tsx";

/** As long as a cached page counts as fresh: an older one may be of the previous day. */
const TODAY_FRESH_MS = 30_000;

/** Query of title and verse of the day's devotional, by the ministry's calendar. */
export function todayQuery({
  api,
  language,
}: Pick<Site, "api" | "language">): UseQueryOptions<TodaysDevotional> {
  return {
    queryKey: ["today", language],
    queryFn: async ({ signal }) =>
      v.parse(
        todaysDevotionalSchema,
        await api.getJson(`/api/devotionals/${language}/today`, signal),
      ),
    staleTime: TODAY_FRESH_MS,
    retry: false,
  };
}

/**
 * Row mode that links to the day's devotional instead of listing videos, with its title and verse
 * once they are loaded.
 */
export function DevotionalRow() {
  const texts = useMessages().home.devotional;
  const { data } = useQuery(todayQuery(useSite()));
  return (
    <section
      aria-labelledby="devotional-heading"
      className="rounded-card border border-line bg-gold-soft p-5"
    >
      <h2 id="devotional-heading" className="text-xl font-bold tracking-tight">
        {texts.title}
      </h2>
      <p className="mt-1 text-ink-soft">{texts.text}</p>
      <p className="mt-3 mb-4 min-h-12 wrap-anywhere">
        {data && (
          <>
            <span className="block font-semibold">{data.title}</span>
            <span>{data.verse}</span>
          </>
        )}
      </p>
      <Link to="/devotional" className={buttonStyle("brand")}>
        {texts.link}
      </Link>
    </section>
  );
}
