import { queryOptions, type UseQueryOptions } from "@tanstack/react-query";
import * as v from "valibot";
import { playlistVideosSchema } from "#shared/contracts/playlist-videos.ts";
import { type NumberDays, type Numbers, numbersSchema } from "#shared/analytics/analytics.ts";
import { assertSucceeded } from "#web/features/studio/kit/result.ts";
import type { OpenClient } from "#web/features/studio/kit/documents.data.ts";
import type { Api } from "#web/lib/http/http.ts";

/** The server saves counts once a minute. */
const FRESH_MS = 60_000;
/** Titles rarely change. */
const TITLES_FRESH_MS = 30 * 60_000;

type AnalyticsKey = ["studio", "numbers", NumberDays, string];
type TitlesKey = ["studio", "titles", ...string[]];
type Titles = Readonly<Record<string, string>>;

/** Query of the counts of the last days, in days of a time zone. */
export function analyticsQuery(
  open: OpenClient,
  days: NumberDays,
  zone: string,
): UseQueryOptions<Numbers, Error, Numbers, AnalyticsKey> {
  return queryOptions({
    queryKey: ["studio", "numbers", days, zone] satisfies AnalyticsKey,
    staleTime: FRESH_MS,
    refetchInterval: FRESH_MS,
    async queryFn() {
      const result = await open().rpc("studio_numbers", { p_days: days, p_zone: zone });
      assertSucceeded(result);
      return numbersSchema.parse(result.data);
    },
  });
}

/** Query of the video titles of all readable lists, by id. */
export function titlesQuery(
  api: Api,
  playlistIds: readonly string[],
): UseQueryOptions<Titles, Error, Titles, TitlesKey> {
  return queryOptions({
    queryKey: ["studio", "titles", ...playlistIds] satisfies TitlesKey,
    staleTime: TITLES_FRESH_MS,
    async queryFn({ signal }) {
      const lists = await Promise.all(
        playlistIds.map((playlistId) =>
          api
            .read("youtube-playlist-videos", { playlistId }, signal)
            .then((result) => v.parse(playlistVideosSchema, result).videos)
            .catch(() => []),
        ),
      );
      return Object.fromEntries(lists.flat().map(({ id, title }) => [id, title]));
    },
  });
}
