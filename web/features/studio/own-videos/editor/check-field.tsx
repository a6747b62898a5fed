import { useId } from "react";

type CheckFieldProps = {
  label: string;
  hint: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
};

/** A choice between yes and no, with what follows from it. */
export function CheckField({ label, hint, checked, onChange }: CheckFieldProps) {
  const id = useId();
  return (
    <div>
      <label className="flex min-h-11 items-center gap-3 font-semibold">
        <input
          type="checkbox"
          checked={checked}
          aria-describedby={id}
          onChange={(event) => onChange(event.currentTarget.checked)}
          className="size-5 shrink-0 accent-brand"
        />
        {label}
      </label>
      <p id={id} className="ml-8 text-sm text-ink-soft">
        {hint}
      </p>
    </div>
  );
}
