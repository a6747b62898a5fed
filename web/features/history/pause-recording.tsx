import { laterMessages } from "#shared/messages/videos/later.ts";
import { PLACES_PAUSED } from "#web/base/playback/watch-storage.ts";
import { useTexts } from "#web/lib/site.ts";
import { useStored } from "#web/lib/storage/use-stored.ts";
import { buttonStyle } from "#web/ui/button-style.ts";

/** Stops this device from keeping where videos are left, and lets it go on. */
export function PauseRecording() {
  const texts = useTexts(laterMessages);
  const [isPaused, setPaused] = useStored(PLACES_PAUSED);
  return (
    <div className="mb-6 flex flex-wrap items-center gap-3">
      <button
        type="button"
        aria-pressed={isPaused}
        className={buttonStyle(isPaused ? "gold" : "outline")}
        onClick={() => setPaused(!isPaused)}
      >
        {texts.pausePlaces}
      </button>
      <p role="status" className="text-sm text-ink-soft">
        {isPaused && texts.placesPaused}
      </p>
    </div>
  );
}
