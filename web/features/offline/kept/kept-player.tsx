import { X } from "lucide-react";
import { useRef, useState } from "react";
import type { EmbedMessage } from "#shared/embed/embed-protocol.ts";
import type { KeptItem } from "#shared/media/kept-media.ts";
import { keptMessages } from "#shared/messages/kept.ts";
import { positionFollower } from "#web/base/audio/position-follower.ts";
import { endMiniPlayer } from "#web/base/playback/mini-player.ts";
import { storedSeconds } from "#web/base/playback/stored-positions.tsx";
import { useSite, useTexts } from "#web/lib/site.ts";
import { Dialog } from "#web/ui/dialog.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { KeptVideo } from "#web/ui/kept-video.tsx";

type KeptPlayerProps = {
  item: KeptItem;
  /** Receives positions and states like those of a video's player. */
  onMessage: (message: EmbedMessage) => void;
  onClose: () => void;
};

/** Plays a kept picture over the page, from where it was left. */
export function KeptPlayer({ item, onMessage, onClose }: KeptPlayerProps) {
  const site = useSite();
  const texts = useTexts(keptMessages);
  const { video } = item;
  const [startAt] = useState(() => storedSeconds(video.id));
  const begun = useRef<Promise<void>>(null);

  function handleMessage(message: EmbedMessage) {
    if (message.t === "state" && message.s === "playing") endMiniPlayer();
    begun.current ??= positionFollower(site, video.id, onMessage).begin(startAt);
    void begun.current.then(() => onMessage(message));
  }

  return (
    <Dialog
      label={video.title}
      className="dark m-0 flex h-dvh max-h-none w-full max-w-none flex-col bg-canvas text-ink"
      onClose={onClose}
    >
      <div className="flex items-center gap-3 p-2 pl-4">
        <p lang={video.language} className="min-w-0 grow truncate font-semibold">
          {video.title}
        </p>
        <IconButton label={texts.close} onClick={onClose}>
          <X aria-hidden className="size-6" />
        </IconButton>
      </div>
      <KeptVideo
        item={item}
        startAt={startAt}
        onMessage={handleMessage}
        className="min-h-0 w-full grow"
      />
    </Dialog>
  );
}
