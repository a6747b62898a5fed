import { Trash2, Clock } from "lucide-react";
import type { ReactNode } from "react";
import { laterMessages } from "#shared/messages/videos/later.ts";
import { addressOf, pictureOf } from "#web/base/playback/remembered-video.domain.ts";
import { useSite, useTexts } from "#web/lib/site.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Link } from "#web/ui/link.tsx";
import { NoticeCard } from "#web/ui/notice-card.tsx";
import { Picture } from "#web/ui/picture.tsx";
import { momentText } from "#shared/videos/video-duration.domain.ts";
import { putItem, removeItem, type SyncedItem, useItems } from "#web/base/sync/use-items.ts";
import { ItemsPage } from "#web/ui/titled-page.tsx";
import { buttonStyle } from "#web/ui/button-style.ts";
import { useToast } from "#web/ui/use-toast.ts";

type LaterItemProps = {
  id: string;
  title?: string | undefined;
  /** The category that it was saved in; without one Home finds the video. */
  category?: string | undefined;
  /** Start position in seconds. */
  startAt?: number;
  removeLabel: string;
  onRemove: () => void;
  children?: ReactNode;
};

/** A video of a synced list, with its thumbnail and a linked title. */
function LaterItem(props: LaterItemProps) {
  const { id, title, category, startAt = null, removeLabel, onRemove, children } = props;
  const { ministry } = useSite();
  const texts = useTexts(laterMessages);
  return (
    <article className="flex items-center gap-3 rounded-card sm:gap-4 border border-line bg-surface p-3 shadow-card">
      <div className="w-24 shrink-0 sm:w-28">
        <Picture
          src={pictureOf(id)}
          alt=""
          sizes="112px"
          className="aspect-video w-full rounded-xl bg-raised object-cover"
        />
      </div>
      <div className="min-w-0 grow">
        <Link
          to={addressOf({ id, category }, ministry, startAt)}
          className="block py-2 text-sm font-semibold hover:text-brand sm:text-base"
        >
          <span className="line-clamp-2">{title ?? texts.untitled}</span>
        </Link>
        {children !== undefined && <p className="text-sm text-ink-soft">{children}</p>}
      </div>
      <IconButton label={removeLabel} onClick={onRemove}>
        <Trash2 aria-hidden className="size-5" />
      </IconButton>
    </article>
  );
}

/** Saved videos and playback positions of all the user's devices, newest first. */
export function WatchLaterPage() {
  const texts = useTexts(laterMessages);
  const later = useItems("watch-later");
  const marks = useItems("watch-mark");
  const kept = later.items.toSorted((a, b) => b.data.addedAt - a.data.addedAt);
  const places = marks.items
    .filter(({ data }) => data.state === "watching")
    .toSorted((a, b) => b.changedAt - a.changedAt);
  return (
    <ItemsPage texts={texts} items={later}>
      {kept.length === 0 ? <NothingSaved /> : <SavedDevotionalList kept={kept} />}
      {places.length > 0 && <Places places={places} />}
    </ItemsPage>
  );
}

function SavedDevotionalList({ kept }: { kept: readonly SyncedItem<"watch-later">[] }) {
  const texts = useTexts(laterMessages);
  const toast = useToast();

  function handleRemove({ id, data }: SyncedItem<"watch-later">) {
    void removeItem("watch-later", id);
    toast({
      tone: "done",
      title: texts.removed,
      text: data.title ?? texts.untitled,
      action: { label: texts.undo, onAct: () => void putItem("watch-later", id, data) },
    });
  }

  return (
    <ul className="stack-4">
      {kept.map((item) => (
        <li key={item.id}>
          <LaterItem
            id={item.id}
            {...item.data}
            removeLabel={texts.removeOf(item.data.title ?? texts.untitled)}
            onRemove={() => handleRemove(item)}
          />
        </li>
      ))}
    </ul>
  );
}

function Places({ places }: { places: readonly SyncedItem<"watch-mark">[] }) {
  const texts = useTexts(laterMessages);
  const toast = useToast();

  async function forget(forgotten: readonly SyncedItem<"watch-mark">[]): Promise<void> {
    for (const { id } of forgotten) await removeItem("watch-mark", id);
    toast({ tone: "done", title: texts.forgotten });
  }

  return (
    <section aria-labelledby="places-heading" className="mt-10">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h2 id="places-heading" className="text-xl font-bold tracking-tight">
          {texts.places}
        </h2>
        <button type="button" className={buttonStyle("danger")} onClick={() => void forget(places)}>
          {texts.forgetAll}
        </button>
      </div>
      <p className="mb-4 text-ink-soft">{texts.placesHint}</p>
      <ul className="stack-4">
        {places.map((place) => (
          <li key={place.id}>
            <LaterItem
              id={place.id}
              title={place.data.title}
              category={place.data.category}
              startAt={place.data.position}
              removeLabel={texts.forgetOf(place.data.title ?? texts.untitled)}
              onRemove={() => void forget([place])}
            >
              {texts.placeOf(momentText(place.data.position), momentText(place.data.duration))}
            </LaterItem>
          </li>
        ))}
      </ul>
    </section>
  );
}

function NothingSaved() {
  const texts = useTexts(laterMessages);
  return (
    <NoticeCard Icon={Clock} title={texts.empty} text={texts.emptyHint}>
      <Link to="/video-on-demand" className={buttonStyle("brand")}>
        {texts.browse}
      </Link>
    </NoticeCard>
  );
}
