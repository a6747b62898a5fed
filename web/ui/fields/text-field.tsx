import { clsx } from "clsx";
import { type ComponentProps, type ReactNode, useId } from "react";

type TextFieldProps = Omit<ComponentProps<"input">, "id" | "className" | "children"> & {
  label: string;
  name: string;
  /** Error text of the value. */
  error?: string | undefined;
  hint?: string | undefined;
  /** Content at the end of the box, for example a button. */
  end?: ReactNode;
};

const BOX =
  "w-full rounded-xl border bg-surface px-4 text-base text-ink placeholder:text-ink-soft aria-invalid:border-danger";

/** A labelled text input with its hint, or its error in place of it. */
export function TextField({ label, error, hint, end, ...input }: TextFieldProps) {
  const id = useId();
  return (
    <FieldFrame id={id} label={label} error={error} hint={hint}>
      <div className="relative">
        <input
          {...input}
          id={id}
          aria-invalid={error !== undefined}
          aria-describedby={describedBy(id, error, hint)}
          className={clsx(BOX, "h-12 border-ink-soft/60", end && "pr-14")}
        />
        {end}
      </div>
    </FieldFrame>
  );
}

type TextAreaProps = Omit<ComponentProps<"textarea">, "id" | "className"> &
  Pick<TextFieldProps, "label" | "name" | "error" | "hint">;

export function TextArea({ label, error, hint, ...area }: TextAreaProps) {
  const id = useId();
  return (
    <FieldFrame id={id} label={label} error={error} hint={hint}>
      <textarea
        {...area}
        id={id}
        aria-invalid={error !== undefined}
        aria-describedby={describedBy(id, error, hint)}
        className={clsx(BOX, "min-h-32 border-ink-soft/60 py-3")}
      />
    </FieldFrame>
  );
}

type FrameProps = Pick<TextFieldProps, "label" | "error" | "hint"> & {
  id: string;
  children: ReactNode;
};

function FieldFrame({ id, label, error, hint, children }: FrameProps) {
  return (
    <div className="max-w-3xl">
      <label htmlFor={id} className="mb-1.5 block text-sm font-semibold">
        {label}
      </label>
      {children}
      {(error ?? hint) !== undefined && (
        <p
          id={`${id}-note`}
          className={clsx("mt-1.5 text-sm", error ? "font-medium text-danger" : "text-ink-soft")}
        >
          {error ?? hint}
        </p>
      )}
    </div>
  );
}

function describedBy(id: string, error?: string, hint?: string): string | undefined {
  return (error ?? hint) === undefined ? undefined : `${id}-note`;
}
