import { clsx } from "clsx";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { type ChannelId, channelIds } from "#shared/live/channels.ts";
import { useMayAutoplay } from "#web/base/data-saver/data-saver.ts";
import { useMessages, useSite } from "#web/lib/site.ts";
import { ChannelCard } from "./channel-card.tsx";
import { leadingStart } from "./use-auto-start.ts";

/** Loaded on demand. */
const FullscreenPlayer = lazy(async () => ({
  default: (await import("./fullscreen-player.tsx")).FullscreenPlayer,
}));

/**
 * Grids by the number of channels. The space next to the leading one is about as tall as it: one or
 * two leave room for the first following part; the second stands where the columns end.
 */
const ONE = "lg:grid-cols-[5fr_3fr] lg:*:first:row-span-3 lg:*:nth-last-2:row-span-2";
const TWO = "md:grid-cols-[5fr_3fr] lg:*:first:row-span-2 lg:*:nth-last-2:row-span-2";
const MORE = "md:grid-cols-[7fr_3fr]";

/**
 * "Our Channels": the leading one is large; the others are next to it, or below it on phones; with
 * a full-screen overlay. @param children the two parts that follow the channels.
 */
export function ChannelsSection({ children }: { children?: ReactNode }) {
  const { ministry } = useSite();
  const { home } = useMessages();
  const mayAutoplay = useMayAutoplay();
  const [fullscreen, setFullscreen] = useState<ChannelId | null>(null);
  const ids = channelIds(ministry.channels);
  const [lead, ...others] = ids.map((id, index) => (
    <ChannelCard
      key={id}
      id={id}
      startMode={index === 0 ? leadingStart(mayAutoplay) : "tap"}
      isPaused={fullscreen !== null}
      onFullscreen={() => setFullscreen(id)}
    />
  ));
  return (
    <>
      <section id="live" aria-labelledby="live-heading" className="pt-5 lg:pt-8">
        <h2 id="live-heading" className="mb-4 text-xl font-bold tracking-tight sm:text-2xl">
          {home.ourChannels}
        </h2>
        <div
          className={clsx(
            "grid grid-cols-1 gap-6 max-lg:*:nth-last-[-n+2]:col-span-full",
            others.length === 0 ? ONE : others.length === 1 ? TWO : MORE,
          )}
        >
          {lead}
          {others.length > 0 && (
            <div className="grid grid-cols-1 content-start gap-6">{others}</div>
          )}
          {children}
        </div>
      </section>
      {fullscreen !== null && (
        <Suspense>
          <FullscreenPlayer id={fullscreen} onClose={() => setFullscreen(null)} />
        </Suspense>
      )}
    </>
  );
}
