import { clsx } from "clsx";
import { type ReactNode, useState } from "react";
import { type ChannelId, channelIds } from "#shared/live/channels.ts";
import { useMayAutoplay } from "#web/base/data-saver/data-saver.ts";
import { useMessages, useSite } from "#web/lib/site.ts";
import { optional } from "#web/ui/optional.tsx";
import { ChannelCard } from "./channel-card.tsx";
import { leadingStart } from "./use-auto-start.ts";
import { useLeadingChannel } from "./live.data.ts";

/** Loaded on demand. */
const FullscreenPlayer = optional(
  async () => (await import("./fullscreen-player.tsx")).FullscreenPlayer,
);

/**
 * Grids by the number of channels. With one or two, the space next to the leading one is about as
 * tall as it: on wide screens the service stands there. On tablets the leading one has the whole
 * width, because the controls of a narrower card would wrap.
 */
const ONE = "lg:grid-cols-[5fr_3fr] lg:*:data-service:col-start-2";
const TWO =
  "md:grid-cols-2 md:*:first:col-span-2 md:*:data-service:col-start-2 lg:grid-cols-[5fr_3fr] lg:*:first:[grid-area:span_2]";
const MORE = "md:grid-cols-[7fr_3fr]";

/**
 * "Our Channels": the leading one is large; the others are next to it, or below it on phones; with
 * a full-screen overlay. @param children parts that follow the channels, each as wide as the page;
 * `data-service` marks that of the next service.
 */
export function ChannelsSection({ children }: { children?: ReactNode }) {
  const { ministry } = useSite();
  const { home } = useMessages();
  const mayAutoplay = useMayAutoplay();
  const [fullscreen, setFullscreen] = useState<ChannelId | null>(null);
  const leading = useLeadingChannel();
  const card = (id: ChannelId) => (
    <ChannelCard
      key={id}
      id={id}
      isLeading={id === leading}
      startMode={id === leading ? leadingStart(mayAutoplay) : "tap"}
      isPaused={fullscreen !== null}
      onFullscreen={setFullscreen}
    />
  );
  const others = channelIds(ministry.channels).filter((id) => id !== leading);
  return (
    <>
      <section id="live" aria-labelledby="live-heading" className="pt-5 lg:pt-8">
        <h2 id="live-heading" className="mb-4 text-xl font-bold tracking-tight sm:text-2xl">
          {home.ourChannels}
        </h2>
        <div
          className={clsx(
            "grid grid-cols-1 grid-flow-dense gap-6",
            others.length === 0 ? ONE : others.length === 1 ? TWO : MORE,
          )}
        >
          {card(leading)}
          {others.length > 0 && (
            <div className="grid grid-cols-1 content-start gap-6">{others.map(card)}</div>
          )}
          {children}
        </div>
      </section>
      {fullscreen !== null && (
        <FullscreenPlayer id={fullscreen} onClose={() => setFullscreen(null)} />
      )}
    </>
  );
}
