import { planMessages } from "#shared/messages/reading/plans.ts";
import { useTexts } from "#web/lib/site.ts";
import { ProgressBar } from "#web/ui/progress-bar.tsx";

/** How much of a plan is read, in days. */
export function ProgressLine({ read, length }: { read: number; length: number }) {
  const texts = useTexts(planMessages);
  return (
    <div className="grid gap-1.5">
      <ProgressBar share={read / length} />
      <p className="text-sm text-ink-soft">{texts.progress(read, length)}</p>
    </div>
  );
}
