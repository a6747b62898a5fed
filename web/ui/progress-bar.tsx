import { clsx } from "clsx";

const PERCENT = 100;

type ProgressBarProps = {
  /** Of what is done, from 0 to 1. */
  share: number;
  /** What goes on; left out where words beside the bar tell it. */
  label?: string;
  className?: string;
};

/** How much of something is done, as a line that fills; browsers draw their own in colours of theirs. */
export function ProgressBar({ share, label, className = "w-full" }: ProgressBarProps) {
  const percent = Math.round(share * PERCENT);
  const told =
    label === undefined
      ? { "aria-hidden": true }
      : { role: "progressbar", "aria-label": label, "aria-valuenow": percent };
  return (
    <svg
      {...told}
      className={clsx("block h-1.5 overflow-hidden rounded-full bg-line text-brand", className)}
    >
      <rect width={`${percent}%`} height="100%" fill="currentColor" />
    </svg>
  );
}
