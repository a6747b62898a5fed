import { firstStepsMessages } from "#shared/messages/studio/first-steps.ts";
import { useTexts } from "#web/lib/site.ts";
import { Link } from "#web/ui/link.tsx";
import { StatusLabel } from "#web/features/studio/kit/studio-page.tsx";

type StepLineProps = { address: string; text: string; isDone: boolean };

/** Link to a step, with its state. */
export function StepLine({ address, text, isDone }: StepLineProps) {
  const { done, open } = useTexts(firstStepsMessages);
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4">
      <Link to={address} className="inline-flex min-h-11 items-center font-medium underline">
        {text}
      </Link>
      <StatusLabel tone={isDone ? "good" : "off"} text={isDone ? done : open} />
    </div>
  );
}
