import { type RefObject, useState } from "react";
import type { ChannelId } from "#shared/channels.ts";
import type { EmbedMessage } from "#shared/embed-protocol.ts";
import { hasConsent, rememberConsent } from "#web/lib/player-consents.ts";
import { useSite } from "#web/lib/site.ts";
import { EmbedFrame } from "#web/ui/embed-frame.tsx";
import { channelEmbedPath, type ChannelStart } from "./channel-path.ts";

type ChannelFrameProps = {
  id: ChannelId;
  start: Omit<ChannelStart, "hasConsent">;
  className: string;
  onMessage: (message: EmbedMessage) => void;
  frameRef?: RefObject<HTMLIFrameElement | null>;
};

/** The frame of a channel, which remembers the provider that the visitor has let in. */
export function ChannelFrame({ id, start, onMessage, frameRef, className }: ChannelFrameProps) {
  const { ministry, language } = useSite();
  const channel = ministry.channels[id];
  // As it was at the start: a consent that is given now must not load the frame anew.
  const [hadConsent] = useState(() => hasConsent(channel));
  return (
    <EmbedFrame
      path={channelEmbedPath(id, language, { ...start, hasConsent: hadConsent })}
      title={channel.name}
      className={className}
      {...(frameRef && { frameRef })}
      onMessage={(message) => {
        if (message.t === "consent") rememberConsent(channel);
        onMessage(message);
      }}
    />
  );
}
