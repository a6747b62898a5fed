import { useEffect, useState } from "react";
import { laterMessages } from "#shared/messages/videos/later.ts";
import type { RemotePosition } from "#web/base/playback/playback-position.ts";
import { storedSeconds } from "#web/base/playback/stored-positions.tsx";
import { namedDevice } from "#web/base/playback/synced-position.domain.ts";
import { agoText } from "#web/lib/ago-text.domain.ts";
import { LANGUAGE_FACTS } from "#shared/languages.ts";
import { useSite, useTexts } from "#web/lib/site.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { momentText } from "#shared/videos/video-duration.domain.ts";

type RemotePositionProps = {
  videoId: string;
  /** Start second in the URL, or null. */
  startAt: number | null;
  /** Whole seconds played. */
  position: number;
  /** Seeks the player. */
  onGoOn: (seconds: number) => void;
};

type HeardPlace = RemotePosition & {
  /** Time at which this device learned of it, milliseconds since 1970. */
  heardAt: number;
};

/** Prompt to resume another device's later position; it never seeks by itself. */
export function RemotePositionPrompt({ videoId, startAt, position, onGoOn }: RemotePositionProps) {
  const { language } = useSite();
  const texts = useTexts(laterMessages);
  const { place, choose } = useRemotePosition(videoId, startAt);
  if (!place || position >= place.position) return null;
  const kind = namedDevice(place.device);
  const when = agoText(
    new Date(place.changedAt).toISOString(),
    place.heardAt,
    LANGUAGE_FACTS[language].locale,
  );
  const where = kind ? texts.onDevice(texts.devices[kind], when) : when;
  return (
    <section aria-label={texts.elsewhere} className="flex flex-wrap gap-3 px-4 pt-4 sm:px-0">
      <button
        type="button"
        className={buttonStyle("brand")}
        onClick={() => {
          choose();
          onGoOn(Math.floor(place.position));
        }}
      >
        {texts.goOnAt(momentText(place.position), where)}
      </button>
      <button type="button" className={buttonStyle("quiet")} onClick={choose}>
        {texts.stayHere}
      </button>
    </section>
  );
}

/** Asks the account as soon as the video opens; its code is lazy. */
function useRemotePosition(videoId: string, startAt: number | null) {
  const site = useSite();
  const [place, setPlace] = useState<HeardPlace | null>(null);
  // Decided once: later seeks are part of the play.
  const [ownSeconds] = useState(() => startAt ?? storedSeconds(videoId));

  useEffect(() => {
    let isGone = false;
    let end = (): void => undefined;
    const begin = async () => {
      const { beginPlay, endPlay } = await import("#web/base/playback/playback-position.ts");
      if (isGone) return;
      end = endPlay;
      const found = await beginPlay(site, videoId, ownSeconds);
      if (!isGone) setPlace(found && { ...found, heardAt: Date.now() });
    };
    void begin();
    return () => {
      isGone = true;
      end();
    };
  }, [site, videoId, ownSeconds]);

  function choose() {
    setPlace(null);
    void import("#web/base/playback/playback-position.ts").then(({ resumeHere }) => resumeHere());
  }
  return { place, choose };
}
