import { devotionalsMessages } from "#shared/messages/studio/devotionals.ts";
import { useTexts } from "#web/lib/site.ts";
import { DaySign } from "./day-sign.tsx";

const SHOWN_STATES = ["published", "scheduled", "draft", "missing"] as const;

/** What the signs of a month's days mean. */
export function MonthLegend() {
  const { legend, states } = useTexts(devotionalsMessages);
  return (
    <ul aria-label={legend} className="flex flex-wrap gap-x-5 gap-y-2 text-sm text-ink-soft">
      {SHOWN_STATES.map((state) => (
        <li key={state} className="flex items-center gap-2">
          <DaySign state={state} />
          {states[state]}
        </li>
      ))}
    </ul>
  );
}
