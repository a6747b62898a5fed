import { Share2 } from "lucide-react";
import { useState } from "react";
import type { PlanSlug } from "#shared/bible/plans/reading-plans.domain.ts";
import { localisedPath } from "#shared/languages.ts";
import { planMessages } from "#shared/messages/reading/plans.ts";
import { shareOrCopy } from "#web/lib/sharing.ts";
import { sharedOrigin, useSite, useTexts } from "#web/lib/site.ts";
import { useHydrated } from "#web/lib/use-hydrated.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { continued } from "./plan-run.domain.ts";
import { FormDialog } from "#web/ui/form-dialog.tsx";
import { beginPlan, changeRun, type OpenRun } from "./use-plan-runs.ts";

type SharePlanProps = {
  slug: PlanSlug;
  /**
   * First day for others to be on the reader's day of the plan; undefined: they choose their own.
   */
  start: string | undefined;
};

/** Shares the URL of a plan, with its start day. Needs no account. */
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
    <div className="flex flex-wrap items-center gap-3 *:grow sm:*:grow-0">
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

/** Asks after missed days how to continue. Closing it leaves the dates as they are. */
export function ComeBackDialog({ open, today }: { open: OpenRun; today: string }) {
  const texts = useTexts(planMessages);
  const { run, state, slug } = open;
  const asked = { ...run, askedAt: state.today };
  const continueAsPlanned = () => void changeRun(open, asked);
  const ways = [
    {
      title: texts.continueRun,
      text: texts.continueText,
      choose: () => changeRun(open, continued(run, state, today)),
    },
    { title: texts.catchUp, text: texts.catchUpText, choose: () => changeRun(open, asked) },
    {
      title: texts.startAgain,
      text: texts.startAgainText,
      choose: () => beginPlan(slug, { startedOn: today, today, before: open }),
    },
  ];
  return (
    <FormDialog title={texts.backTitle} closeLabel={texts.close} onClose={continueAsPlanned}>
      <p className="text-ink-soft">{texts.backText}</p>
      <ul className="mt-5 grid gap-4">
        {ways.map(({ title, text, choose }, index) => (
          <li key={title}>
            <button
              type="button"
              onClick={() => void choose()}
              className={buttonStyle(index === 0 ? "brand" : "outline", "w-full")}
            >
              {title}
            </button>
            <p className="mt-1 text-center text-sm text-ink-soft">{text}</p>
          </li>
        ))}
      </ul>
    </FormDialog>
  );
}
