import { ArrowUp } from "lucide-react";
import { buttonStyle } from "#web/ui/button-style.ts";

type MoveUpButtonProps = {
  label: string;
  /** Shown beside the arrow. */
  text?: string;
  onMove: () => void;
};

/** Moves an entry of a list up by one. */
export function MoveUpButton({ label, text, onMove }: MoveUpButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      onClick={onMove}
      className={buttonStyle("outline", text === undefined ? "min-w-11 grow-0! px-3!" : "px-3!")}
    >
      <ArrowUp aria-hidden className="size-4" />
      {text !== undefined && <span>{text}</span>}
    </button>
  );
}
