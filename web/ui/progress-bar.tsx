import { clsx } from "clsx";

const PERCENT = 100;

type ProgressBarProps = {
  /** 0 to 1. */
  share: number;
  /** Accessible name; left out where text next to the bar says it. */
  label?: string;
  className?: string;
};

/** A progress bar; browsers draw the native one in their own colours. */
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
