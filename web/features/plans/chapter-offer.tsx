import { Check } from "lucide-react";
import { useState } from "react";
import type { BiblePlace } from "#shared/bible/bible-books.ts";
import type { BibleReference } from "#shared/bible/bible-reference.ts";
import { readingPlan } from "#shared/bible/plans/reading-plans.domain.ts";
import { referenceAddress } from "#shared/bible/numbering/passage-address.domain.ts";
import { referenceText } from "#shared/devotional/scripture.domain.ts";
import { planMessages } from "#shared/messages/reading/plans.ts";
import { useSite, useTexts } from "#web/lib/site.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { Link } from "#web/ui/link.tsx";
import { shownReference } from "./passage-links.tsx";
import { type OpenRun, tickDay, usePlanRuns } from "./use-plan-runs.ts";

/**
 * At the end of a chapter that is due: the day's next passage, or after the last one the day's
 * tick. Nothing is ticked automatically.
 */
export function ChapterOffer({ place }: { place: BiblePlace }) {
  const texts = useTexts(planMessages);
  const { open } = usePlanRuns();
  const [ticked, setTicked] = useState<{ at: string; day: number } | null>(null);
  const offers = open.flatMap((run) => offersAt(run, place));
  const at = referenceAddress({ ...place, verses: null });

  function tick({ run, day }: ChapterPart): void {
    void tickDay(run, day);
    setTicked({ at, day });
  }

  return (
    <div className="mt-6 grid gap-4">
      {offers.map((offer) => (
        <Offer key={`${offer.run.id}:${offer.day}`} {...offer} onTick={() => tick(offer)} />
      ))}
      <p role="status" className="empty:hidden">
        {ticked?.at === at && texts.dayTicked(ticked.day)}
      </p>
    </div>
  );
}

/** Part that a chapter has in a due day. */
type ChapterPart = {
  run: OpenRun;
  day: number;
  /** The passage after this chapter on its day; undefined for the last one. */
  next: BibleReference | undefined;
};

function offersAt(run: OpenRun, { book, chapter }: BiblePlace): ChapterPart[] {
  if (run.run.pausedOn !== undefined) return [];
  const days = readingPlan(run.slug)?.days ?? [];
  return run.state.toRead.flatMap((day) => {
    const passages = days[day - 1] ?? [];
    const at = passages.findIndex(
      (passage) => passage.book.id === book.id && passage.chapter === chapter,
    );
    return at === -1 ? [] : [{ run, day, next: passages[at + 1] }];
  });
}

function Offer({ run, day, next, onTick }: ChapterPart & { onTick: () => void }) {
  const { language } = useSite();
  const texts = useTexts(planMessages);
  const shown = next && shownReference(next, language);
  return (
    <aside className="flex flex-col items-start gap-3 rounded-card bg-gold-soft p-5">
      <p>{texts.chapterIn(day, texts.names[run.slug])}</p>
      {shown ? (
        <Link to={referenceAddress(shown)} className={buttonStyle("brand")}>
          {texts.nextPassage(referenceText(shown, language))}
        </Link>
      ) : (
        <button type="button" onClick={onTick} className={buttonStyle("brand")}>
          <Check aria-hidden className="size-4" />
          <span>{texts.markRead(day)}</span>
        </button>
      )}
    </aside>
  );
}
