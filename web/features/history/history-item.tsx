import { ExternalLink as ExternalIcon, Trash2 } from "lucide-react";
import { categoryNamed } from "#shared/videos/categories.ts";
import { LANGUAGE_FACTS, localisedPath } from "#shared/languages.ts";
import { watchMessages } from "#shared/messages/videos/watch.ts";
import { isBundledVideoId } from "#shared/videos/video-id.ts";
import { useCategoryTexts } from "#web/lib/category-words.ts";
import { type Site, useMessages, useSite, useTexts } from "#web/lib/site.ts";
import type { WatchedVideo } from "#web/base/playback/watch-storage.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { ExternalLink } from "#web/ui/link.tsx";
import { Picture } from "#web/ui/picture.tsx";

type HistoryItemProps = { watched: WatchedVideo; onRemove: () => void };

const WHEN: Intl.DateTimeFormatOptions = { dateStyle: "medium", timeStyle: "short" };

/** A watched video: thumbnail, duration, title, category, views, time, and its actions. */
export function HistoryItem({ watched, onRemove }: HistoryItemProps) {
  const site = useSite();
  const { language } = site;
  const texts = useTexts(watchMessages);
  const { videos } = useMessages();
  const { ministry } = site;
  const wordsOf = useCategoryTexts();
  const category = categoryNamed(ministry, watched.category);
  const facts = [category && wordsOf(category.id).title, videos.views(watched.viewCount)];
  return (
    <article className="flex flex-col gap-4 rounded-card border border-line bg-surface p-4 shadow-card sm:flex-row">
      <div className="relative shrink-0 overflow-hidden rounded-xl bg-raised sm:w-56 sm:self-start">
        <Picture
          src={watched.thumbnail}
          alt=""
          sizes="(min-width: 40rem) 224px, 90vw"
          className="aspect-video w-full object-cover"
        />
        {watched.duration !== "" && (
          <span className="absolute right-2 bottom-2 rounded-md bg-[#0a0716d9] px-1.5 py-0.5 text-xs font-semibold text-white even-figures">
            {watched.duration}
          </span>
        )}
      </div>
      <div className="flex min-w-0 grow flex-col">
        <h2 className="line-clamp-2 font-sans font-semibold">{watched.title}</h2>
        <p className="mt-1 text-sm text-ink-soft">{facts.filter(Boolean).join(" · ")}</p>
        <p className="text-sm text-ink-soft">
          {texts.watchedOn(
            new Date(watched.watchedAt).toLocaleString(LANGUAGE_FACTS[language].locale, WHEN),
          )}
        </p>
        <div className="mt-auto flex flex-wrap gap-3 pt-4 *:grow sm:*:grow-0">
          <ExternalLink href={addressOf(watched, site)} className={buttonStyle("brand")}>
            <ExternalIcon aria-hidden className="size-4" />
            {texts.watchAgain}
          </ExternalLink>
          <button
            type="button"
            aria-label={texts.removeOf(watched.title)}
            onClick={onRemove}
            className={buttonStyle("outline")}
          >
            <Trash2 aria-hidden className="size-4" />
            {texts.remove}
          </button>
        </div>
      </div>
    </article>
  );
}

/** Returns the URL of a platform's video there, or of our own clip on its category's page. */
function addressOf({ id, category }: WatchedVideo, { ministry, language }: Site): string {
  const search = `?v=${encodeURIComponent(id)}`;
  if (!isBundledVideoId(id)) return `https://www.youtube.com/watch${search}`;
  const path = categoryNamed(ministry, category)?.path ?? "/";
  return `${localisedPath(path, language)}${search}`;
}
