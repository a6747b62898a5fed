import { Tv, WifiOff } from "lucide-react";
import { HOUR_S } from "@reign-tv/kit/durations.ts";
import { type DataEstimate, hourEstimate } from "#shared/device/data-estimate.domain.ts";
import { type ChannelId, channelNamed } from "#shared/live/channels.ts";
import { bytesAtRate, pastSoundUrl, soundOfChannel } from "#shared/media/sound.ts";
import { listenMessages } from "#shared/messages/listen.ts";
import { liveTvMessages } from "#shared/messages/live-tv.ts";
import type { Sound } from "#web/base/audio/audio-player.ts";
import { useIsSavingData } from "#web/base/data-saver/data-saver.ts";
import { useDataEstimateText } from "#web/base/data-saver/use-data-estimate-text.ts";
import { useSite, useTexts } from "#web/lib/site.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { ListenButton, TwoLines, useIsHeard } from "#web/ui/listen-button.tsx";
import { useNeedsNetwork } from "#web/ui/needs-network.tsx";
import { useChannelStatus } from "./live.data.ts";
import { pictureMoment, requestPicture } from "./picture-request.ts";

type ChannelMedia = {
  /** Null for a channel without sound of its own, such as another host's player. */
  sound: Sound | null;
  soundPrice: DataEstimate;
  picturePrice: DataEstimate;
};

/** Returns a channel's sound, with the data costs of sound and picture. */
export function useChannelMedia(id: ChannelId): ChannelMedia {
  const { ministry, channelPosters } = useSite();
  const status = useChannelStatus(id);
  const { name, isLinear } = channelNamed(ministry.channels, id);
  const found = status && soundOfChannel(status);
  const pictureRate = found?.pictureKilobitsPerSecond ?? null;
  return {
    sound: found && {
      kind: "live",
      key: `channel ${id}`,
      title: name,
      poster: channelNamed(channelPosters, id),
      channel: id,
      page: `/live-tv?channel=${id}`,
      url: found.url,
      pastUrl: pastSoundUrl(id),
      kilobitsPerSecond: found.kilobitsPerSecond,
    },
    soundPrice: anHour(found?.kilobitsPerSecond ?? 0),
    picturePrice: pictureRate === null ? hourEstimate(isLinear) : anHour(pictureRate),
  };
}

function anHour(kilobitsPerSecond: number): DataEstimate {
  return { bytes: bytesAtRate(kilobitsPerSecond, HOUR_S), of: "hour", isKnown: false };
}

/**
 * The other way to follow a channel, with its data cost: the sound beside the picture. While data is
 * saved its player starts with the sound, and the picture stands here.
 */
export function ChannelListen({ id }: { id: ChannelId }) {
  const texts = useTexts(listenMessages);
  const { watch } = useTexts(liveTvMessages);
  const priceText = useDataEstimateText();
  const needsNetwork = useNeedsNetwork();
  const savesData = useIsSavingData();
  const { sound, soundPrice, picturePrice } = useChannelMedia(id);
  const isHeard = useIsHeard(sound?.key);
  if (!sound) return null;
  if (!savesData || isHeard) {
    return <ListenButton sound={sound} price={soundPrice} startAt={() => pictureMoment(id)} />;
  }
  const Icon = needsNetwork === null ? Tv : WifiOff;
  return (
    <button type="button" className={buttonStyle("quiet")} onClick={() => requestPicture(id)}>
      <Icon aria-hidden className="size-4 shrink-0" />
      <TwoLines
        name={watch(sound.title)}
        first={texts.watch}
        second={needsNetwork ?? priceText(picturePrice)}
      />
    </button>
  );
}
