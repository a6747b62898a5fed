import { useQuery } from "@tanstack/react-query";
import { CircleCheck, Download } from "lucide-react";
import { useId, useState } from "react";
import type { Video } from "#shared/contracts/playlist-videos.ts";
import { videoSaidSchema } from "#shared/contracts/video-details.ts";
import { dataText } from "#shared/device/format-data-size.ts";
import { keepOfferOf } from "#shared/media/keep-offer.ts";
import { soundOfVideo } from "#shared/media/sound.ts";
import { keptMessages } from "#shared/messages/kept.ts";
import { offlinePageMessages } from "#shared/messages/offline-page.ts";
import { durationSeconds } from "#shared/videos/video-duration.domain.ts";
import type { NewItem } from "#web/base/kept/kept-media.ts";
import { readSpace } from "#web/base/kept/open-kept-media.ts";
import { useCanKeep, useKeptMedia } from "#web/base/kept/use-kept-media.ts";
import { useSite, useTexts } from "#web/lib/site.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { KeepRow } from "#web/ui/keep-row.tsx";
import { Link } from "#web/ui/link.tsx";
import { TwoLines } from "#web/ui/listen-button.tsx";
import * as v from "valibot";

/** Returns the files of a video that may be kept; none where its licence forbids it. */
export function keptItemsOf(video: Video, category: string): NewItem[] {
  const offer = keepOfferOf(video);
  const said = v.safeParse(videoSaidSchema, video.said);
  const { id, title, thumbnail, duration, viewCount, publishedAt, language } = video;
  const shared = {
    seconds: soundOfVideo(video)?.seconds ?? durationSeconds(duration) ?? 0,
    category,
    ...(said.success && { speaker: said.output.speaker }),
    video: { id, title, thumbnail, duration, viewCount, publishedAt, language },
  };
  return (["sound", "picture"] as const).flatMap((kind) => {
    const file = offer?.[kind];
    return file ? [{ ...shared, ...file, kind }] : [];
  });
}

type KeepVideoProps = { video: Video; category: string };

/** Opens the choice of what to keep of a video. Nothing where nothing may be kept. */
export function KeepVideo({ video, category }: KeepVideoProps) {
  const canKeep = useCanKeep();
  const items = keptItemsOf(video, category);
  return canKeep && items.length > 0 && <KeepChoice items={items} videoId={video.id} />;
}

function KeepChoice({ items, videoId }: { items: readonly NewItem[]; videoId: string }) {
  const { language } = useSite();
  const texts = useTexts(keptMessages);
  const [isOpen, setOpen] = useState(false);
  const panelId = useId();
  const { entries } = useKeptMedia();
  const isKept = entries?.some(({ video, state }) => video.id === videoId && state === "kept");
  const sizes = items
    .map(({ kind, bytes }) => `${texts.kinds[kind]} ${dataText(bytes, language)}`)
    .join(" · ");
  const Icon = isKept ? CircleCheck : Download;
  const text = isKept ? texts.kept : texts.keep;
  return (
    <>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={panelId}
        className={buttonStyle(isKept ? "gold" : "quiet")}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon aria-hidden className="size-4 shrink-0" />
        <TwoLines name={text} first={text} second={sizes} />
      </button>
      <div id={panelId} hidden={!isOpen} className="order-last w-full max-w-lg">
        {isOpen && <KeepPanel items={items} />}
      </div>
    </>
  );
}

function KeepPanel({ items }: { items: readonly NewItem[] }) {
  const { language } = useSite();
  const texts = useTexts(keptMessages);
  const page = useTexts(offlinePageMessages);
  const { data: space } = useQuery({
    queryKey: ["device-space"],
    queryFn: readSpace,
    networkMode: "always",
  });
  const freeBytes = space?.freeBytes ?? null;
  return (
    <div className="grid gap-3 rounded-card border border-line bg-surface p-4">
      {items.map((item) => (
        <KeepRow key={item.url} item={item} />
      ))}
      <p className="flex flex-wrap items-center justify-between gap-x-4 text-xs text-ink-soft">
        {freeBytes !== null && <span>{texts.free(dataText(freeBytes, language))}</span>}
        <Link to="/offline" className="inline-flex min-h-11 items-center font-semibold underline">
          {page.title}
        </Link>
      </p>
    </div>
  );
}
