import { categoryNamed } from "#shared/videos/categories.ts";
import { VIDEOS_PER_HOME_ROW } from "#shared/constants.ts";
import { watchMessages } from "#shared/messages/videos/watch.ts";
import { useSite, useTexts } from "#web/lib/site.ts";
import { useStored } from "#web/lib/storage/use-stored.ts";
import { WATCH_POSITIONS, type WatchPosition } from "#web/base/watching/watch-storage.ts";
import { CardProgress } from "#web/base/watching/card-progress.tsx";
import { Link } from "#web/ui/link.tsx";
import { Picture, RAIL_SIZES } from "#web/ui/picture.tsx";

/** The videos that were left in their middle, newest first; each goes on where it was left. */
export function ContinueRow() {
  const { continueWatching } = useTexts(watchMessages);
  const [kept] = useStored(WATCH_POSITIONS);
  const positions = kept.slice(0, VIDEOS_PER_HOME_ROW);
  return (
    <section aria-labelledby="continue-heading">
      <h2 id="continue-heading" className="mb-4 text-xl font-bold tracking-tight sm:text-2xl">
        {continueWatching}
      </h2>
      <ul className="card-rail">
        {positions.map((position) => (
          <li key={position.id}>
            <ContinueCard position={position} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function ContinueCard({ position }: { position: WatchPosition }) {
  const { resume } = useTexts(watchMessages);
  const { id, title, thumbnail, duration, category } = position;
  const { ministry } = useSite();
  const path = categoryNamed(ministry, category)?.path ?? "/";
  return (
    <Link
      to={`${path}?v=${encodeURIComponent(id)}`}
      className="group block snap-start rounded-card"
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
        <CardProgress videoId={id} />
      </span>
      <span className="sr-only">{resume} </span>
      <span className="mt-2.5 line-clamp-2 leading-snug font-semibold text-ink group-hover:text-brand">
        {title}
      </span>
    </Link>
  );
}
