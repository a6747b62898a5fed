import { useNowListening } from "#web/base/audio/now-listening.ts";
import { AudioBar } from "./audio-bar.tsx";

/** The audio bar beside a page, as in the app. */
export function ShownBar() {
  const now = useNowListening();
  return now && <AudioBar now={now} />;
}
