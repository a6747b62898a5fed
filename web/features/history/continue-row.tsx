import { VIDEOS_PER_HOME_ROW } from "#shared/constants.ts";
import { watchMessages } from "#shared/messages/videos/watch.ts";
import { useSite, useTexts } from "#web/lib/site.ts";
import { useStored } from "#web/lib/storage/use-stored.ts";
import { useEffect } from "react";
import { laterMessages } from "#shared/messages/videos/later.ts";
import { addressOf } from "#web/base/playback/remembered-video.domain.ts";
import { WATCH_POSITIONS } from "#web/base/playback/watch-storage.ts";
import { WatchedShare } from "#web/base/playback/stored-positions.tsx";
import { useItems } from "#web/base/sync/use-items.ts";
import { Link } from "#web/ui/link.tsx";
import { Picture, RAIL_SIZES } from "#web/ui/picture.tsx";
import { continueList, type ContinuedVideo } from "./continue-list.domain.ts";

/**
 * Unfinished videos of this device and the account, last played first; each resumes at its
 * position. Renders nothing without any.
 */
export function ContinueRow() {
  const { continueWatching } = useTexts(watchMessages);
  const { untitled } = useTexts(laterMessages);
  const [kept] = useStored(WATCH_POSITIONS);
  const { items: marks } = useItems("watch-mark");
  const cards = continueList(kept, marks, untitled);
  const isEmpty = cards.length === 0;

  useEffect(() => {
    document.documentElement.classList.toggle("has-kept", !isEmpty);
  }, [isEmpty]);

  if (isEmpty) return null;
  return (
    <section aria-labelledby="continue-heading" className="mb-6">
      <h2 id="continue-heading" className="mb-3 text-xl font-bold tracking-tight sm:text-2xl">
        {continueWatching}
      </h2>
      <ul className="card-rail">
        {cards.slice(0, VIDEOS_PER_HOME_ROW).map((card) => (
          <li key={card.id}>
            <ContinueCard {...card} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function ContinueCard({ startAt, ...card }: ContinuedVideo) {
  const { resume } = useTexts(watchMessages);
  const { title, thumbnail, duration, share } = card;
  const { ministry } = useSite();
  return (
    <Link
      to={addressOf(card, ministry, startAt)}
      className="group relative block snap-start rounded-card"
    >
      <span className="relative block overflow-hidden rounded-card bg-raised shadow-card">
        <Picture
          src={thumbnail}
          alt=""
          sizes={RAIL_SIZES}
          className="aspect-video w-full object-cover"
        />
        {duration !== "" && (
          <span className="absolute right-2 bottom-3 rounded-md bg-[#0a0716d9] px-1.5 py-0.5 text-xs font-semibold text-white even-figures">
            {duration}
          </span>
        )}
        <WatchedShare share={share} />
      </span>
      <span className="sr-only">{resume} </span>
      <span className="mt-2.5 line-clamp-2 leading-snug font-semibold text-ink group-hover:text-brand">
        {title}
      </span>
    </Link>
  );
}
