import { planMessages } from "#shared/messages/reading/plans.ts";
import { useTexts } from "#web/lib/site.ts";

/** How much of a plan is read, in days. */
export function ProgressLine({ read, length }: { read: number; length: number }) {
  const texts = useTexts(planMessages);
  return (
    <div className="grid gap-1.5">
      <svg aria-hidden className="block h-2 w-full overflow-hidden rounded-full bg-line text-brand">
        <rect width={`${(read / length) * 100}%`} height="100%" fill="currentColor" />
      </svg>
      <p className="text-sm text-ink-soft">{texts.progress(read, length)}</p>
    </div>
  );
}
