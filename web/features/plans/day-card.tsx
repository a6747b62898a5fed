import { Check } from "lucide-react";
import type { BibleReference } from "#shared/bible/bible-reference.ts";
import { planMessages } from "#shared/messages/reading/plans.ts";
import { useTexts } from "#web/lib/site.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { PassageLinks } from "./passage-links.tsx";
import { type OpenRun, tickDay } from "./use-plan-runs.ts";

type DayCardProps = { day: number; passages: readonly BibleReference[]; open: OpenRun };

/** A day that is to be read now, with its tick. */
export function DayCard({ day, passages, open }: DayCardProps) {
  const texts = useTexts(planMessages);
  return (
    <article className="flex flex-col items-start gap-4 rounded-card border border-line bg-surface p-5 shadow-card">
      <h3 className="text-lg font-semibold">{texts.day(day)}</h3>
      <PassageLinks passages={passages} />
      <button
        type="button"
        onClick={() => void tickDay(open, day)}
        className={buttonStyle("brand")}
      >
        <Check aria-hidden className="size-4" />
        {texts.markRead(day)}
      </button>
    </article>
  );
}
