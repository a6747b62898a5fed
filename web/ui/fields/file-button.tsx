import type { LucideIcon } from "lucide-react";
import type { ChangeEvent } from "react";
import { buttonStyle } from "#web/ui/button-style.ts";

type FileButtonProps = {
  text: string;
  Icon: LucideIcon;
  tone?: "brand" | "outline";
  /** File types, as `accept` of an input. */
  accept?: string;
  disabled?: boolean;
  onChange: (event: ChangeEvent<HTMLInputElement>) => void;
};

/** A button that opens the device's file chooser. */
export function FileButton({ text, Icon, tone = "brand", ...input }: FileButtonProps) {
  return (
    <label
      className={buttonStyle(
        tone,
        "cursor-pointer focus-within:outline-3 focus-within:outline-offset-2 focus-within:outline-brand",
      )}
    >
      <Icon aria-hidden className="size-4" />
      {text}
      <input type="file" className="sr-only" {...input} />
    </label>
  );
}
