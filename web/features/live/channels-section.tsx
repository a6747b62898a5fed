import { lazy, Suspense, useState } from "react";
import { type ChannelId, channelIds } from "#shared/live/channels.ts";
import { useMessages, useSite } from "#web/lib/site.ts";
import { ChannelCard } from "./channel-card.tsx";

/** Loaded when somebody asks for it. */
const FullscreenPlayer = lazy(async () => ({
  default: (await import("./fullscreen-player.tsx")).FullscreenPlayer,
}));

/** "Our Channels": the live players side by side, and the full-screen overlay of any. */
export function ChannelsSection() {
  const { ministry } = useSite();
  const { home } = useMessages();
  const [fullscreen, setFullscreen] = useState<ChannelId | null>(null);
  return (
    <section id="live" aria-labelledby="live-heading" className="pt-5 lg:pt-8">
      <h2 id="live-heading" className="mb-4 text-xl font-bold tracking-tight sm:text-2xl">
        {home.ourChannels}
      </h2>
      <div className="grid grid-cols-1 gap-6 md:grid-cols-2 lg:gap-8">
        {channelIds(ministry.channels).map((id) => (
          <ChannelCard
            key={id}
            id={id}
            isPaused={fullscreen !== null}
            onFullscreen={() => setFullscreen(id)}
          />
        ))}
      </div>
      {fullscreen !== null && (
        <Suspense>
          <FullscreenPlayer id={fullscreen} onClose={() => setFullscreen(null)} />
        </Suspense>
      )}
    </section>
  );
}
