import { X } from "lucide-react";
import type { ChannelId } from "#shared/channels.ts";
import { useDataSaver } from "#web/lib/data-saver.ts";
import { useMessages, useSite } from "#web/lib/site.ts";
import { Dialog } from "#web/ui/dialog.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { LiveBadge } from "#web/ui/live-badge.tsx";
import { ChannelFrame } from "./channel-frame.tsx";

/** Full-screen overlay of one channel with its close button. */
export function FullscreenPlayer({ id, onClose }: { id: ChannelId; onClose: () => void }) {
  const { ministry } = useSite();
  const { live } = useMessages();
  const [savesData] = useDataSaver();
  const { name } = ministry.channels[id];
  return (
    <Dialog
      label={name}
      className="m-0 flex h-dvh max-h-none w-full max-w-none flex-col bg-black text-white"
      onClose={onClose}
    >
      <header className="flex items-center gap-3 px-4 py-2">
        <LiveBadge text={live.badge} />
        <h2 className="grow truncate font-semibold">{name}</h2>
        <IconButton
          label={live.closePlayer}
          className="size-11 bg-white/10 text-white hover:bg-white/20 hover:text-white"
          onClick={onClose}
        >
          <X aria-hidden className="size-6" />
        </IconButton>
      </header>
      <ChannelFrame
        id={id}
        start={{ isTapped: true, savesData }}
        className="min-h-0 w-full grow bg-black"
        onMessage={(message) => {
          if (message.t === "key") onClose();
        }}
      />
    </Dialog>
  );
}
