import type { ScheduledProgramme } from "#shared/contracts/programme-guide.ts";
import { hourEstimate } from "#shared/device/data-estimate.domain.ts";
import type { EmbedMessage } from "#shared/embed/embed-protocol.ts";
import { useDataSaver } from "#web/base/data-saver/data-saver.ts";
import { endMiniPlayer } from "#web/base/playback/mini-player.ts";
import { useSite } from "#web/lib/site.ts";
import { EmbedFrame } from "#web/ui/embed-frame.tsx";
import { DataSaverPrompt } from "#web/ui/player-prompts.tsx";

type ProgrammePlayerProps = {
  programme: ScheduledProgramme;
  /** The programme has ended. */
  onEnd: () => void;
};

/**
 * The clip of a channel's current programme, from its beginning, in place of the channel: the
 * channel's own playlist holds its last half minute only.
 */
export function ProgrammePlayer({ programme, onEnd }: ProgrammePlayerProps) {
  const { language } = useSite();
  const [savesData] = useDataSaver();

  function handleMessage(message: EmbedMessage) {
    if (message.t !== "state") return;
    if (message.s === "playing") endMiniPlayer();
    if (message.s === "ended") onEnd();
  }

  const clip = encodeURIComponent(programme.id);
  return (
    <div className="relative mx-auto aspect-video overflow-hidden rounded-card bg-[#0a0716] shadow-card short:max-w-[calc(100dvh*16/9)]">
      <DataSaverPrompt price={hourEstimate(true)}>
        <EmbedFrame
          path={`/embed/clip/${clip}?autoplay=1&lang=${language}&named=1&tap=1&saver=${savesData ? 1 : 0}`}
          title={programme.title}
          className="absolute inset-0 size-full"
          onMessage={handleMessage}
        />
      </DataSaverPrompt>
    </div>
  );
}
