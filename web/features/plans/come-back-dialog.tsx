import { continued } from "#shared/bible/plans/plan-run.domain.ts";
import { planMessages } from "#shared/messages/reading/plans.ts";
import { useTexts } from "#web/lib/site.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { FormDialog } from "#web/ui/form-dialog.tsx";
import { beginPlan, changeRun, type OpenRun } from "./use-plan-runs.ts";

/** Asks, after missed days, how somebody wants to go on. Closing it leaves the dates as they are. */
export function ComeBackDialog({ open, today }: { open: OpenRun; today: string }) {
  const texts = useTexts(planMessages);
  const { run, state, slug } = open;
  const asked = { ...run, askedAt: state.today };
  const goOnAsBefore = () => void changeRun(open, asked);
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
    <FormDialog title={texts.backTitle} closeLabel={texts.close} onClose={goOnAsBefore}>
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
