import { Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { laterMessages } from "#shared/messages/videos/later.ts";
import { addressOf, pictureOf } from "#web/base/playback/remembered-video.domain.ts";
import { useSite, useTexts } from "#web/lib/site.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Link } from "#web/ui/link.tsx";
import { Picture } from "#web/ui/picture.tsx";

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
export function LaterItem(props: LaterItemProps) {
  const { id, title, category, startAt = null, removeLabel, onRemove, children } = props;
  const { ministry } = useSite();
  const texts = useTexts(laterMessages);
  return (
    <article className="flex items-center gap-4 rounded-card border border-line bg-surface p-3 shadow-card">
      <div className="w-28 shrink-0">
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
          className="block py-2 font-semibold hover:text-brand"
        >
          <span className="line-clamp-2">{title ?? texts.untitled}</span>
        </Link>
        {children !== undefined && <p className="text-sm text-ink-soft">{children}</p>}
      </div>
      <IconButton label={removeLabel} className="size-11" onClick={onRemove}>
        <Trash2 aria-hidden className="size-4" />
      </IconButton>
    </article>
  );
}
