import { ChevronDown } from "lucide-react";
import { type ReactNode, type RefObject, useId } from "react";

type LabelledSelectProps = {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** Short form of the selected option for narrow screens. */
  short?: string;
  selectRef?: RefObject<HTMLSelectElement | null>;
  /** Options. */
  children: ReactNode;
};

/** The platform's select with a label above it. */
export function LabelledSelect({
  label,
  value,
  onChange,
  short,
  selectRef,
  children,
}: LabelledSelectProps) {
  const id = useId();
  return (
    <div className="relative min-w-0">
      <label htmlFor={id} className="mb-1.5 block text-sm font-semibold text-ink-soft">
        {label}
      </label>
      <select
        id={id}
        ref={selectRef}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="h-11 w-full appearance-none truncate rounded-full border border-line bg-surface pr-7 pl-3.5 text-base sm:pr-8 sm:pl-4 font-semibold text-ink"
      >
        {children}
      </select>
      {short !== undefined && (
        <span
          aria-hidden
          className="pointer-events-none absolute right-7 bottom-0.5 left-3.5 flex h-10 items-center bg-surface text-base font-semibold sm:hidden"
        >
          {short}
        </span>
      )}
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute right-2.5 bottom-3.5 sm:right-3 size-4 text-ink-soft"
      />
    </div>
  );
}
