import { useEffect } from "react";
import { useLocation, useNavigate } from "react-router";
import { useNowListening } from "#web/base/audio/now-listening.ts";
import { openTvRemote } from "#web/base/television/television.ts";
import { TvRemote } from "#web/features/television/television.tsx";
import { START_PARAMETER } from "#web/features/videos/use-video-modal.ts";
// The place of the audio bar.
import "#web/features/listen/audio-bar.css";

/** Fragment of the page to which `/pair` leads. */
const TV_FRAGMENT = "#tv";

/** The remote control of a television, and the way back to this device. */
export function OnTelevision() {
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  const isHearing = useNowListening() !== null;

  useEffect(() => {
    if (hash !== TV_FRAGMENT) return;
    openTvRemote();
    void navigate({ pathname, search }, { replace: true, preventScrollReset: true });
  }, [navigate, pathname, search, hash]);

  return (
    <TvRemote
      isBarHidden={isHearing}
      onContinue={(page, seconds) =>
        void navigate(seconds > 0 ? `${page}&${START_PARAMETER}=${seconds}` : page)
      }
    />
  );
}
