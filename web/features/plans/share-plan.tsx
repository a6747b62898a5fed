import { Share2 } from "lucide-react";
import { useState } from "react";
import type { PlanSlug } from "#shared/bible/plans/reading-plans.domain.ts";
import { localisedPath } from "#shared/languages.ts";
import { planMessages } from "#shared/messages/reading/plans.ts";
import { shareOrCopy } from "#web/lib/sharing.ts";
import { sharedOrigin, useSite, useTexts } from "#web/lib/site.ts";
import { useHydrated } from "#web/lib/use-hydrated.ts";
import { buttonStyle } from "#web/ui/button-style.ts";

type SharePlanProps = {
  slug: PlanSlug;
  /** First day for others to be on the reader's day of the plan; undefined: they begin when they like. */
  start: string | undefined;
};

/** Hands on the address of a plan, with the day on which it was begun. It needs no account. */
export function SharePlan({ slug, start }: SharePlanProps) {
  const site = useSite();
  const texts = useTexts(planMessages);
  const isHydrated = useHydrated();
  const [said, setSaid] = useState("");

  async function share() {
    const search = start === undefined ? "" : `?start=${start}`;
    const path = localisedPath(`/bible/plans/${slug}`, site.language);
    const url = `${sharedOrigin(site)}${path}${search}`;
    const outcome = await shareOrCopy({ title: texts.names[slug], url });
    if (outcome !== "offered") setSaid(outcome === "copied" ? texts.copied : texts.copyFailed);
  }

  return (
    <div className="flex flex-wrap items-center gap-3">
      <button
        type="button"
        disabled={!isHydrated}
        onClick={() => void share()}
        className={buttonStyle("outline")}
      >
        <Share2 aria-hidden className="size-4" />
        {texts.share}
      </button>
      <span role="status" className="text-sm text-ink-soft empty:hidden">
        {said}
      </span>
    </div>
  );
}
