import { clsx } from "clsx";
import type { ReactNode } from "react";

type SwitchProps = {
  isOn: boolean;
  onTurn: (isOn: boolean) => void;
  className: string;
  /** Its label. */
  children: ReactNode;
  describedBy?: string;
  /** Accessible name, where the label alone does not say what it is about. */
  label?: string;
};

/** A label followed by its switch. */
export function Switch({ isOn, onTurn, className, children, describedBy, label }: SwitchProps) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={isOn}
      aria-describedby={describedBy}
      aria-label={label}
      onClick={() => onTurn(!isOn)}
      className={clsx("inline-flex", className, "items-center gap-2 hover:text-ink")}
    >
      {children}
      <span
        aria-hidden
        className={clsx(
          "flex h-5 min-w-9 rounded-full border-2 border-ink-soft p-0.5",
          isOn && "justify-end bg-brand",
        )}
      >
        <span className={clsx("w-3 rounded-full", isOn ? "bg-on-brand" : "bg-ink-soft")} />
      </span>
    </button>
  );
}
