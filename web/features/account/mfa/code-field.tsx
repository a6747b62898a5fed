import type { ComponentProps } from "react";
import { TextField } from "#web/ui/fields/text-field.tsx";

type CodeFieldProps = Pick<ComponentProps<typeof TextField>, "label" | "hint" | "error" | "ref">;

/** Field for six digits. Accepts blanks, so that a pasted code works. */
export function CodeField(props: CodeFieldProps) {
  return (
    <TextField
      {...props}
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      required
      maxLength={12}
      enterKeyHint="done"
    />
  );
}
