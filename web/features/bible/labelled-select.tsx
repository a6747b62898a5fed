import { ChevronDown } from "lucide-react";
import { type ReactNode, type RefObject, useId } from "react";

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
    <div className="relative min-w-0">
      <label htmlFor={id} className="mb-1.5 block text-sm font-semibold text-ink-soft">
        {label}
      </label>
      <select
        id={id}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="h-11 w-full appearance-none truncate rounded-full border border-line bg-surface pr-7 pl-3.5 text-base sm:pr-8 sm:pl-4 font-semibold text-ink"
      >
        {children}
      </select>
      {short !== undefined && (
        <span
          aria-hidden
          className="pointer-events-none absolute right-7 bottom-0.5 left-3.5 h-10 truncate bg-surface text-base leading-10 font-semibold sm:hidden"
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

/** Classes of the bar's pills: selects, and the button that opens them on small screens. */
export const PILL_STYLE =
  "flex h-11 min-w-0 items-center gap-1 rounded-full bg-raised px-2.5 text-sm font-semibold whitespace-nowrap text-ink xs:pr-2 sm:text-base sm:pl-3 max-xs:[&>svg]:hidden";

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
    <div className="relative grid shrink-0">
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <select
        id={id}
        ref={selectRef}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="peer col-start-1 row-start-1 h-11 w-0 min-w-full appearance-none rounded-full bg-raised px-5 text-base text-ink"
      >
        {children}
      </select>
      <span
        aria-hidden
        className={`${PILL_STYLE} pointer-events-none col-start-1 row-start-1 peer-hover:bg-line`}
      >
        {short}
        <ChevronDown className="size-4 shrink-0 text-ink-soft" />
      </span>
    </div>
  );
}
