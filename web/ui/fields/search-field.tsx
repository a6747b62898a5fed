import { Search, X } from "lucide-react";
import { useEffect, useRef } from "react";

type SearchFieldProps = {
  label: string;
  clearLabel: string;
  value: string;
  onChange: (value: string) => void;
  /** Called on Enter. */
  onSubmit?: () => void;
};

/** A search box that filters during typing; without script, Enter submits to the server. */
export function SearchField({ label, clearLabel, value, onChange, onSubmit }: SearchFieldProps) {
  const inputRef = useRef<HTMLInputElement>(null);
  const onChangeRef = useRef(onChange);

  useEffect(() => {
    onChangeRef.current = onChange;
  });

  useEffect(() => {
    // On a slow connection the visitor types before hydration: keep that text.
    const input = inputRef.current;
    if (input && input.value !== input.defaultValue) onChangeRef.current(input.value);
  }, []);

  return (
    <form
      role="search"
      className="relative w-full sm:max-w-sm"
      onSubmit={(event) => {
        event.preventDefault();
        // A phone's keyboard would cover the results.
        inputRef.current?.blur();
        onSubmit?.();
      }}
    >
      <Search
        aria-hidden
        className="pointer-events-none absolute inset-y-0 left-4 my-auto size-4 text-ink-soft"
      />
      <input
        ref={inputRef}
        type="search"
        name="q"
        aria-label={label}
        placeholder={label}
        value={value}
        maxLength={100}
        enterKeyHint="search"
        autoComplete="off"
        onChange={(event) => onChange(event.target.value)}
        className="h-11 w-full rounded-full border border-line bg-surface truncate px-10 text-base text-ink placeholder:text-ink-soft [&::-webkit-search-cancel-button]:hidden"
      />
      {value !== "" && (
        <button
          type="button"
          aria-label={clearLabel}
          onClick={() => onChange("")}
          className="absolute inset-y-0 right-0 inline-flex size-11 items-center justify-center rounded-full text-ink-soft hover:bg-raised"
        >
          <X aria-hidden className="size-4" />
        </button>
      )}
    </form>
  );
}
