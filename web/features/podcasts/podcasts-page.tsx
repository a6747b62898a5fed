import { useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { Check, Copy, Podcast } from "lucide-react";
import { useState } from "react";
import * as v from "valibot";
import { PODCASTS_PATH, type Podcasts, podcastsSchema } from "#shared/contracts/podcasts.ts";
import { LANGUAGE_FACTS } from "#shared/languages.ts";
import { podcastMessages } from "#shared/messages/podcasts.ts";
import { coverPath, feedPath, podcastApps } from "#shared/podcasts/shows.ts";
import { copyText } from "#web/lib/sharing.ts";
import { useSite, useTexts } from "#web/lib/site.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { Link } from "#web/ui/link.tsx";
import { NoticeCard } from "#web/ui/notice-card.tsx";
import { TitledPage } from "#web/ui/titled-page.tsx";

type Feed = Podcasts["feeds"][number];

/** Podcasts of the ministry, those in the page's language first, with the apps that subscribe to them. */
export function PodcastsPage() {
  const { api, language } = useSite();
  const texts = useTexts(podcastMessages);
  const { data, isError, refetch } = useQuery({
    queryKey: ["podcasts"],
    queryFn: async ({ signal }) =>
      v.parse(podcastsSchema, await api.getJson(PODCASTS_PATH, signal)),
  });
  const feeds = data?.feeds.toSorted(
    (a, b) => Number(b.language === language) - Number(a.language === language),
  );
  return (
    <TitledPage title={texts.title}>
      <p className="max-w-prose text-ink-soft">{texts.intro}</p>
      <div aria-live="polite">
        {isError && (
          <div className="mt-6 grid justify-items-start gap-3">
            <p>{texts.failed}</p>
            <button type="button" className={buttonStyle("outline")} onClick={() => void refetch()}>
              {texts.retry}
            </button>
          </div>
        )}
        {feeds?.length === 0 && <NoEpisode />}
      </div>
      <ul className={clsx("mt-6 grid gap-6", feeds && feeds.length > 1 && "lg:grid-cols-2")}>
        {feeds?.map((feed) => (
          <FeedCard key={feedPath(feed)} feed={feed} />
        ))}
      </ul>
    </TitledPage>
  );
}

function NoEpisode() {
  const texts = useTexts(podcastMessages);
  return (
    <div className="mt-6">
      <NoticeCard Icon={Podcast} text={texts.empty}>
        <Link to="/live-tv" className={buttonStyle("brand")}>
          {texts.watchLive}
        </Link>
      </NoticeCard>
    </div>
  );
}

function FeedCard({ feed }: { feed: Feed }) {
  const { siteUrl, language } = useSite();
  const texts = useTexts(podcastMessages);
  const url = `${siteUrl}${feedPath(feed)}`;
  const named = feed.language === language ? undefined : LANGUAGE_FACTS[feed.language].name;
  return (
    <li className="grid content-start gap-4 rounded-card border border-line bg-surface p-4 shadow-card sm:p-5">
      <div className="flex items-start gap-4">
        <img
          src={coverPath(feed)}
          alt=""
          width={96}
          height={96}
          loading="lazy"
          className="size-24 shrink-0 rounded-card bg-raised object-cover"
        />
        <div className="min-w-0">
          <h2 className="text-xl font-bold tracking-tight">{texts.shows[feed.show]}</h2>
          <p className="text-sm text-ink-soft">
            {[named, texts.episodes(feed.episodes)].filter(Boolean).join(" · ")}
          </p>
          <p className="mt-1 text-sm text-ink-soft">{texts.about[feed.show]}</p>
        </div>
      </div>
      <div>
        <h3 className="text-sm font-semibold">{texts.openIn}</h3>
        <ul className="mt-2 flex flex-wrap gap-2 *:grow sm:*:grow-0">
          {podcastApps(url).map(({ name, address }) => (
            <li key={name} className="flex *:grow">
              <a href={address} rel="noreferrer" className={buttonStyle("quiet", "max-sm:px-3")}>
                {name}
              </a>
            </li>
          ))}
        </ul>
      </div>
      <CopyAddress url={url} />
    </li>
  );
}

function CopyAddress({ url }: { url: string }) {
  const texts = useTexts(podcastMessages);
  const [result, setResult] = useState<"copied" | "refused" | null>(null);
  return (
    <div className="grid justify-items-start gap-2">
      <button
        type="button"
        className={buttonStyle("outline")}
        onClick={() =>
          void copyText(url).then((isCopied) => setResult(isCopied ? "copied" : "refused"))
        }
      >
        {result === "copied" ? (
          <Check aria-hidden className="size-4" />
        ) : (
          <Copy aria-hidden className="size-4" />
        )}
        {texts.copy}
      </button>
      <p role="status" className="text-sm text-ink-soft">
        {result === "copied" && texts.copied}
        {result === "refused" && (
          <>
            {texts.copyFailed} <code className="break-all">{url}</code>
          </>
        )}
      </p>
    </div>
  );
}
