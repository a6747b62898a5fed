import { Square, Volume2 } from "lucide-react";
import { devotionalMessages } from "#shared/messages/reading/devotional.ts";
import { useDataEstimateText } from "#web/base/data-saver/use-data-estimate-text.ts";
import { useTexts } from "#web/lib/site.ts";
import { useHydrated } from "#web/lib/use-hydrated.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import type { useListen } from "./use-listen.ts";

/** Listen with its data estimate, and Stop while it reads. */
export function ListenButton({ state, price, start, stop }: ReturnType<typeof useListen>) {
  const texts = useTexts(devotionalMessages);
  const priceText = useDataEstimateText();
  const isHydrated = useHydrated();
  const isRunning = state === "speaking" || state === "preparing";
  return (
    <>
      <button
        type="button"
        disabled={!isHydrated}
        onClick={isRunning ? stop : start}
        className={buttonStyle(isRunning ? "quiet" : "brand", "min-w-28")}
      >
        {isRunning ? (
          <Square aria-hidden className="size-4 fill-current" />
        ) : (
          <Volume2 aria-hidden className="size-4" />
        )}
        <span>{isRunning ? texts.stop : texts.listen}</span>
      </button>
      {isHydrated && state === "idle" && price && (
        <span className="text-sm text-ink-soft">{priceText(price)}</span>
      )}
      <span role="status" className="text-sm text-ink-soft empty:hidden">
        {state === "no-voices" ? texts.noVoices : state === "preparing" && texts.preparing}
      </span>
    </>
  );
}
