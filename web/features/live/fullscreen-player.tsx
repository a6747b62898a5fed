import { X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { type ChannelId, channelNamed } from "#shared/live/channels.ts";
import { liveTvMessages } from "#shared/messages/live-tv.ts";
import { useSite, useTexts } from "#web/lib/site.ts";
import { Dialog } from "#web/ui/dialog.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { LiveBadge } from "./live-badge.tsx";
import { focusPlayer, usePlayerKeys } from "#web/ui/use-player-keys.ts";
import { ChannelFrame } from "./channel-frame.tsx";
import { NO_PLAYER_STATUS } from "./player-status.ts";

/** Full-screen overlay of one channel with its close button; the channel has the keys. */
export function FullscreenPlayer({ id, onClose }: { id: ChannelId; onClose: () => void }) {
  const { ministry } = useSite();
  const texts = useTexts(liveTvMessages);
  const [playerStatus, setPlayerStatus] = useState(NO_PLAYER_STATUS);
  const frameRef = useRef<HTMLIFrameElement>(null);
  const placeRef = useRef<HTMLDivElement>(null);
  usePlayerKeys(frameRef);
  useEffect(() => focusPlayer(placeRef.current), []);
  const { name } = channelNamed(ministry.channels, id);
  return (
    <Dialog
      label={name}
      className="m-0 flex h-dvh max-h-none w-full max-w-none flex-col bg-black text-white"
      onClose={onClose}
    >
      <header className="flex items-center gap-3 px-4 py-2">
        <LiveBadge state={playerStatus.state} />
        <h2 className="min-w-0 grow font-semibold">{name}</h2>
        <IconButton
          label={texts.closePlayer}
          className="bg-[#ffffff1a] text-white hover:bg-[#fff3] hover:text-white"
          onClick={onClose}
        >
          <X aria-hidden className="size-6" />
        </IconButton>
      </header>
      <div ref={placeRef} className="relative w-full grow">
        <ChannelFrame
          id={id}
          start={{ isTapped: true }}
          frameRef={frameRef}
          className="absolute inset-0 size-full bg-black"
          onPlayerStatus={setPlayerStatus}
          onEscape={onClose}
        />
      </div>
    </Dialog>
  );
}
