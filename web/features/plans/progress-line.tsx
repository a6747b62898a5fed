import { planMessages } from "#shared/messages/reading/plans.ts";
import { useTexts } from "#web/lib/site.ts";

/** How much of a plan is read. */
export function ProgressLine({ read, length }: { read: number; length: number }) {
  const texts = useTexts(planMessages);
  const said = texts.progress(read, length);
  return (
    <div className="grid gap-1.5">
      <progress value={read} max={length} aria-label={said} className="h-2 w-full accent-brand" />
      <p className="text-sm text-ink-soft">{said}</p>
    </div>
  );
}
