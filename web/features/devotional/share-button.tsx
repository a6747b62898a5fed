import { Share2 } from "lucide-react";
import { useState } from "react";
import type { DevotionalEntry } from "#shared/devotional/devotional.ts";
import { devotionalMessages } from "#shared/messages/reading/devotional.ts";
import { shareOrCopy } from "#web/lib/sharing.ts";
import { sharedOrigin, useSite, useTexts } from "#web/lib/site.ts";
import { useHydrated } from "#web/lib/use-hydrated.ts";
import { readingButtonStyle } from "./page-parts.tsx";

type ShareButtonProps = {
  entry: Pick<DevotionalEntry, "title" | "verse">;
  /** Path and search part that show this devotional on any day. */
  address: string;
};

/** Shares the devotional by the device's share sheet; without one its URL is copied. */
export function ShareButton({ entry, address }: ShareButtonProps) {
  const site = useSite();
  const texts = useTexts(devotionalMessages);
  const isHydrated = useHydrated();
  const [said, setSaid] = useState("");

  async function share() {
    const url = `${sharedOrigin(site)}${address}`;
    const outcome = await shareOrCopy({ title: entry.title, text: entry.verse, url });
    if (outcome !== "offered") setSaid(outcome === "copied" ? texts.linkCopied : texts.copyFailed);
  }

  return (
    <>
      <button
        type="button"
        disabled={!isHydrated}
        onClick={() => void share()}
        title={texts.share}
        className={readingButtonStyle()}
      >
        <Share2 aria-hidden className="size-4" />
        <span className="sr-only sm:not-sr-only">{texts.share}</span>
      </button>
      <span role="status" className="text-sm text-ink-soft empty:hidden">
        {said}
      </span>
    </>
  );
}
