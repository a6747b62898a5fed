import { type UseQueryOptions, useQuery } from "@tanstack/react-query";
import * as v from "valibot";
import { playlistVideosSchema } from "#shared/contracts/playlist-videos.ts";
import {
  type AnalyticsDays,
  type Analytics,
  analyticsSchema,
  ANALYTICS_DAYS,
} from "#shared/analytics/analytics.ts";
import { assertSucceeded } from "#web/features/studio/kit/result.ts";
import type { OpenClient } from "#web/features/studio/kit/documents.data.ts";
import type { Api } from "#web/lib/http/http.ts";
import { Fragment, useState } from "react";
import { LANGUAGE_FACTS, LANGUAGES } from "#shared/languages.ts";
import { categoryMessages } from "#shared/messages/videos/category.ts";
import { analyticsMessages } from "#shared/messages/studio/analytics.ts";
import { CATEGORIES } from "#shared/videos/categories.ts";
import { useClient } from "#web/features/studio/kit/studio-context.ts";
import { StudioCard, StudioPage, StudioQuery } from "#web/features/studio/kit/studio-page.tsx";
import { useSite, useTexts } from "#web/lib/site.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { KeysCard, type Series, SeriesCard, valuesOf } from "./analytics-cards.tsx";
import { useCountFormats } from "./use-count-formats.ts";

/** The server saves counts once a minute. */
const STALE_TIME_MS = 60_000;
/** Titles rarely change. */
const TITLES_STALE_TIME_MS = 30 * 60_000;

type Titles = Readonly<Record<string, string>>;

/** Query of the counts of the last days, in days of a time zone. */
function analyticsQuery(
  open: OpenClient,
  days: AnalyticsDays,
  zone: string,
): UseQueryOptions<Analytics> {
  return {
    queryKey: ["studio", "numbers", days, zone],
    staleTime: STALE_TIME_MS,
    refetchInterval: STALE_TIME_MS,
    async queryFn() {
      const result = await open().rpc("studio_numbers", { p_days: days, p_zone: zone });
      assertSucceeded(result);
      return v.parse(analyticsSchema, result.data);
    },
  };
}

/** Query of the video titles of all readable lists, by id. */
function titlesQuery(api: Api, playlistIds: readonly string[]): UseQueryOptions<Titles> {
  return {
    queryKey: ["studio", "titles", ...playlistIds],
    staleTime: TITLES_STALE_TIME_MS,
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
  };
}

const METRICS_OVER_TIME = ["play", "page", "devotional"] as const;

/** Anonymous usage numbers of the site. */
export function AnalyticsPage() {
  const texts = useTexts(analyticsMessages);
  const { timeZone } = useSite().ministry.services;
  const [days, setDays] = useState<AnalyticsDays>(7);
  const query = useQuery(analyticsQuery(useClient(), days, timeZone));
  return (
    <StudioPage title={texts.title} intro={texts.intro}>
      <div role="group" aria-label={texts.days.label} className="button-row">
        {ANALYTICS_DAYS.map((count) => (
          <button
            key={count}
            type="button"
            aria-pressed={days === count}
            onClick={() => setDays(count)}
            className={buttonStyle(days === count ? "brand" : "outline")}
          >
            {texts.days[count]}
          </button>
        ))}
      </div>
      <StudioQuery query={query}>{(data) => <AnalyticsCards numbers={data} />}</StudioQuery>
      <StudioCard title={texts.missing.title}>
        <ul className="max-w-prose list-disc space-y-2 pl-5 text-sm">
          {texts.missing.items.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
      </StudioCard>
    </StudioPage>
  );
}

function AnalyticsCards({ numbers }: { numbers: Analytics }) {
  const texts = useTexts(analyticsMessages);
  const site = useSite();
  const channelName = useChannelName();
  const { data: titles = {} } = useQuery(
    titlesQuery(site.api, [...new Set(Object.values(site.ministry.playlists))]),
  );
  const channels = [
    ...new Set([...Object.keys(site.ministry.channels), ...numbers.peaks.map(({ key }) => key)]),
  ];
  const peaks = channels.map((key): Series => ({
    key,
    name: channelName(key),
    values: valuesOf(numbers, numbers.peaks, key),
  }));
  const names = {
    play: (id: string) => titles[id] ?? id,
    page: usePageName(),
    devotional: languageName,
  };
  // An external project stores these rows, and this server must not write to it.
  const isElsewhere = site.backendUrl !== "";
  return (
    <>
      <div className="grid gap-5 xl:grid-cols-2">
        <WatchingNow numbers={numbers} channels={channels} />
        <SeriesCard title={texts.peaks.title} fileName="viewers" numbers={numbers} series={peaks} />
      </div>
      {isElsewhere ? (
        <p className="rounded-card bg-raised p-4">{texts.elsewhere}</p>
      ) : (
        <div className="grid gap-5 xl:grid-cols-2">
          {METRICS_OVER_TIME.map((metric) => (
            <Fragment key={metric}>
              <MetricOverTime metric={metric} numbers={numbers} />
              <KeysCard metric={metric} numbers={numbers} nameOf={names[metric]} />
            </Fragment>
          ))}
          <KeysCard metric="download" numbers={numbers} nameOf={names.play} />
          <KeysCard
            metric="search"
            numbers={numbers}
            text={texts.searchText}
            nameOf={(query) => query}
          />
        </div>
      )}
    </>
  );
}

type MetricProps = { metric: (typeof METRICS_OVER_TIME)[number]; numbers: Analytics };

function MetricOverTime({ metric, numbers }: MetricProps) {
  const { title, value } = useTexts(analyticsMessages).metrics[metric];
  const values = valuesOf(numbers, numbers.series, metric);
  return (
    <SeriesCard
      title={title}
      fileName={`${metric}-${numbers.slot}s`}
      numbers={numbers}
      series={[{ key: metric, name: value, values }]}
    />
  );
}

function WatchingNow({ numbers, channels }: { numbers: Analytics; channels: readonly string[] }) {
  const { now } = useTexts(analyticsMessages);
  const channelName = useChannelName();
  const { countText } = useCountFormats(numbers.slot);
  const watched = channels.filter((id) => Object.hasOwn(numbers.watching, id));
  return (
    <StudioCard title={now.title}>
      {watched.length === 0 && <p className="text-ink-soft">{now.none}</p>}
      <dl className="grid gap-3 sm:grid-cols-2">
        {watched.map((id) => {
          const count = numbers.watching[id] ?? null;
          return (
            <div key={id} className="rounded-card bg-raised p-3">
              <dt className="text-sm text-ink-soft">{channelName(id)}</dt>
              <dd className="text-xl font-bold">
                {count === null ? now.few : now.people(countText(count))}
              </dd>
            </div>
          );
        })}
      </dl>
    </StudioCard>
  );
}

/** Returns the name of a channel, or its id when the ministry no longer has it. */
function useChannelName(): (id: string) => string {
  const { channels } = useSite().ministry;
  return (id) => (Object.hasOwn(channels, id) ? (channels[id]?.name ?? id) : id);
}

/** Returns the name of a page by its path. */
function usePageName(): (path: string) => string {
  const { pageNames } = useTexts(analyticsMessages);
  const { categories } = useTexts(categoryMessages);
  return (path) => {
    const category = CATEGORIES.find((one) => one.path === path);
    if (category) return categories[category.id].title;
    return Object.entries(pageNames).find(([known]) => known === path)?.[1] ?? path;
  };
}

function languageName(id: string): string {
  const language = LANGUAGES.find((known) => known === id);
  return language ? LANGUAGE_FACTS[language].name : id;
}
