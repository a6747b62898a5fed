import { Bookmark } from "lucide-react";
import { useState } from "react";
import { devotionalMessages } from "#shared/messages/reading/devotional.ts";
import { useTexts } from "#web/lib/site.ts";
import { useStored } from "#web/lib/storage/use-stored.ts";
import { useHydrated } from "#web/lib/use-hydrated.ts";
import { KEPT_DEVOTIONALS, type KeptDevotional } from "./devotional-storage.ts";
import { readingButtonStyle } from "./page-parts.tsx";

const MAX_KEPT = 500;

/** Keeps a devotional on this device, to be found again below the calendar; pressed again, no more. */
export function KeepButton({ devotional }: { devotional: KeptDevotional }) {
  const texts = useTexts(devotionalMessages);
  const isHydrated = useHydrated();
  const [kept, setKept] = useStored(KEPT_DEVOTIONALS);
  const [isRefused, setIsRefused] = useState(false);
  const others = kept.filter(({ path }) => path !== devotional.path);
  const isKept = others.length < kept.length;

  function toggle(): void {
    setIsRefused(!setKept(isKept ? others : [devotional, ...others].slice(0, MAX_KEPT)));
  }

  return (
    <>
      <button
        type="button"
        disabled={!isHydrated}
        aria-pressed={isKept}
        title={texts.keep}
        onClick={toggle}
        className={readingButtonStyle()}
      >
        <Bookmark aria-hidden className={isKept ? "size-4 fill-current text-brand" : "size-4"} />
        <span className="sr-only sm:not-sr-only">{texts.keep}</span>
      </button>
      {isRefused && (
        <span role="alert" className="text-sm font-medium text-danger">
          {texts.notKept}
        </span>
      )}
    </>
  );
}
