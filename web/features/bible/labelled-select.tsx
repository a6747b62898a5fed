import { ChevronDown } from "lucide-react";
import { type ReactNode, type RefObject, useId } from "react";
import "./labelled-select.css";

type LabelledSelectProps = {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** Short form of the selected option for narrow screens. */
  short?: string;
  /** Options. */
  children: ReactNode;
};

/** The platform's select with a label above it. */
export function LabelledSelect({ label, value, onChange, short, children }: LabelledSelectProps) {
  const id = useId();
  return (
    <div className="labelled-select relative min-w-0">
      <label htmlFor={id} className="mb-1.5 block text-sm font-semibold text-ink-soft">
        {label}
      </label>
      <select
        id={id}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="h-11 w-full appearance-none truncate rounded-full border border-line bg-surface text-base font-semibold text-ink"
      >
        {children}
      </select>
      {short !== undefined && (
        <span
          aria-hidden
          className="pointer-events-none absolute h-10 truncate bg-surface text-base font-semibold"
        >
          {short}
        </span>
      )}
      <ChevronDown aria-hidden className="pointer-events-none absolute size-4 text-ink-soft" />
    </div>
  );
}

/** Classes of the bar's pills: selects, and the button that opens them on small screens. */
export const PILL_STYLE =
  "pill flex h-11 min-w-0 items-center gap-1 rounded-full bg-raised text-sm font-semibold whitespace-nowrap text-ink";

type PillSelectProps = Omit<LabelledSelectProps, "short"> & {
  /** Text of the pill; the list has the full names. */
  short: string;
  selectRef?: RefObject<HTMLSelectElement | null>;
};

/** The platform's select as wide as its short text, with a label for screen readers. */
export function PillSelect(props: PillSelectProps) {
  const { label, value, onChange, short, selectRef, children } = props;
  const id = useId();
  return (
    <div className="pill-select relative shrink-0">
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <select
        id={id}
        ref={selectRef}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="h-11 appearance-none rounded-full bg-raised px-5 text-base text-ink"
      >
        {children}
      </select>
      <span aria-hidden className={`${PILL_STYLE} pointer-events-none`}>
        {short}
        <ChevronDown className="size-4 shrink-0 text-ink-soft" />
      </span>
    </div>
  );
}
