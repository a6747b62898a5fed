import type { LucideIcon } from "lucide-react";
import { buttonStyle } from "#web/ui/button-style.ts";

type FileButtonProps = {
  text: string;
  Icon: LucideIcon;
  tone?: "brand" | "outline";
  /** File types, as `accept` of an input. */
  accept?: string;
  disabled?: boolean;
  onFile: (file: File) => void;
};

/** A button that opens the device's file chooser. */
export function FileButton({ text, Icon, tone = "brand", onFile, ...input }: FileButtonProps) {
  return (
    <label className={buttonStyle(tone, "file-button cursor-pointer")}>
      <Icon aria-hidden className="size-4" />
      {text}
      <input
        type="file"
        className="sr-only"
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          // Otherwise choosing the same file again, corrected, would fire no event.
          currentTarget.value = "";
          if (file) onFile(file);
        }}
        {...input}
      />
    </label>
  );
}
