import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { data, type LoaderFunctionArgs, useLoaderData } from "react-router";
import {
  DEVOTIONAL_TIME_ZONE,
  type DevotionalEntry,
  gridDay,
} from "#shared/devotional/devotional.ts";
import {
  calendarDay,
  dayAfter,
  dayFromParts,
  dayOfMonth,
  monthOf,
} from "#shared/devotional/devotional-date.ts";
import { shippedDevotionals } from "#shared/devotional/bundled-devotionals.ts";
import { devotionalMessages } from "#shared/messages/reading/devotional.ts";
import { PageHead } from "#web/app/head/page-head.tsx";
import {
  publishedDayQuery,
  publishedMonthQuery,
  serverVoiceQuery,
} from "#web/features/devotional/devotional.data.ts";
import { DevotionalPage } from "#web/features/devotional/devotional-page.tsx";
import { DAY_PARAMETER, dayInAddress } from "#web/features/devotional/fixed-view.tsx";
import { RemindersSlot } from "#web/features/notifications/reminders-slot.tsx";
import { liveQuery } from "#web/features/live/live.data.ts";
import { serverAheadMs, serverNow } from "#web/lib/clock.ts";
import { queryClientContext, siteContext } from "#web/lib/navigation/router-context.ts";
import { type Site, useSite, useTexts } from "#web/lib/site.ts";

const IS_BROWSER = typeof window !== "undefined";

type PageData = {
  /** The ministry's calendar day. */
  servedDay: string;
  /** True when this device made `servedDay`, not the server. */
  isOwnDay: boolean;
  /**
   * Devotional of the day in the URL, else of `servedDay` and of the days beside it: in another
   * time zone one of them is today's.
   */
  served: readonly DevotionalEntry[];
  /** Day of the grid in the URL. */
  addressDay: number | null;
  /** Date in the URL, that of a permalink. */
  date: string | null;
};

/**
 * Selects the devotional of the page: one of thirty, and the one published for the day. It stands
 * here and not in the route table, to keep it out of the first route.
 */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const site = context.get(siteContext);
  const servedDay = calendarDay(serverNow(), DEVOTIONAL_TIME_ZONE);
  const addressDay = dayInAddress(new URL(request.url).searchParams);
  const isPermalink = params["year"] !== undefined;
  const date = dayFromParts(params["year"], params["month"], params["day"]);
  const entries = await shippedDevotionals(site.language);
  const days =
    addressDay === null
      ? [0, -1, 1].map((count) => gridDay(dayOfMonth(dayAfter(servedDay, count))))
      : [addressDay];
  const served = [...new Set(days)].flatMap(
    (day) => entries.find((entry) => entry.day === day) ?? [],
  );
  if (served.length === 0 || (isPermalink && date === null)) throw data(null, { status: 404 });

  const shownDay = date ?? servedDay;
  const isFound = await prefetch(context.get(queryClientContext), site, shownDay);
  const page: PageData = { servedDay, isOwnDay: IS_BROWSER, served, addressDay, date };
  return data(page, { status: date !== null && !isFound ? 404 : 200 });
}

/** Fills the query cache. Returns false when nothing is published for the day. */
async function prefetch(queryClient: QueryClient, site: Site, day: string): Promise<boolean> {
  const dayQuery = publishedDayQuery(site, day);
  const filled = Promise.all([
    queryClient.prefetchQuery(publishedMonthQuery(site, monthOf(day))),
    queryClient.prefetchQuery(dayQuery),
    queryClient.prefetchQuery(serverVoiceQuery(site.api)),
  ]);
  // The browser shows the page at once and adds the published devotional later.
  if (IS_BROWSER) return true;
  await filled;
  return queryClient.getQueryData(dayQuery.queryKey) !== null;
}

/** Daily devotional; `?day=` selects one of the thirty, `/YYYY/MM/DD` a published one. */
export function Component() {
  const page = useLoaderData<typeof loader>();
  useServerTime(page);
  return (
    <>
      <DevotionalHead {...page} />
      <DevotionalPage
        date={page.date}
        servedDay={page.servedDay}
        served={page.served}
        reminders={<RemindersSlot />}
      />
    </>
  );
}

/**
 * Asks for the server's time, which no other part of this page does, unless the device's clock makes
 * the same day as the server.
 */
function useServerTime({ servedDay, isOwnDay }: PageData): void {
  const { api } = useSite();
  const queryClient = useQueryClient();

  useEffect(() => {
    const isAgreed = !isOwnDay && calendarDay(Date.now(), DEVOTIONAL_TIME_ZONE) === servedDay;
    if (isAgreed || !Number.isNaN(serverAheadMs())) return;
    void queryClient.prefetchQuery(liveQuery(api));
  }, [api, isOwnDay, queryClient, servedDay]);
}

function DevotionalHead({ served, addressDay, date, servedDay }: PageData) {
  const texts = useTexts(devotionalMessages);
  const site = useSite();
  const picture = `/img/poster/card-devotional-${site.language}`;
  const { data: published } = useQuery({
    ...publishedDayQuery(site, date ?? servedDay),
    enabled: date !== null,
  });
  const entry = date === null ? served[0] : published;
  if ((date === null && addressDay === null) || !entry) {
    return (
      <PageHead
        title={texts.title}
        description={texts.description}
        picture={picture}
        isHidden={date !== null && published === null}
      />
    );
  }
  return (
    <PageHead
      title={`${entry.title} – ${texts.title}`}
      description={entry.verse}
      picture={picture}
      type="article"
      {...(addressDay !== null && { canonicalSearch: `?${DAY_PARAMETER}=${addressDay}` })}
    />
  );
}
