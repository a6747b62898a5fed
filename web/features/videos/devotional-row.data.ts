import { queryOptions, type UseQueryOptions } from "@tanstack/react-query";
import * as v from "valibot";
import {
  type TodaysDevotional,
  todaysDevotionalSchema,
} from "#shared/contracts/todays-devotional.ts";
import type { Site } from "#web/lib/site.ts";

/** As long as a cached page counts as fresh: an older one may be of the previous day. */
const TODAY_FRESH_MS = 30_000;

type TodayKey = ["today", string];

/** Query of title and verse of the day's devotional, by the ministry's calendar. */
export function todayQuery({
  api,
  language,
}: Pick<Site, "api" | "language">): UseQueryOptions<
  TodaysDevotional,
  Error,
  TodaysDevotional,
  TodayKey
> {
  const queryKey: TodayKey = ["today", language];
  return queryOptions({
    queryKey,
    queryFn: async ({ signal }) =>
      v.parse(
        todaysDevotionalSchema,
        await api.getJson(`/api/devotionals/${language}/today`, signal),
      ),
    staleTime: TODAY_FRESH_MS,
    retry: false,
  });
}
