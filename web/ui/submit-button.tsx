import { useHydrated } from "#web/lib/use-hydrated.ts";
import { buttonStyle } from "./button-style.ts";

type SubmitButtonProps = {
  text: string;
  /** Replaces `text` while the form is being sent. */
  pendingText: string;
  isPending: boolean;
  tone?: "brand" | "outline";
  className?: string;
};

/** Submits a form. Disabled before hydration, when the browser would submit the form itself. */
export function SubmitButton({ text, pendingText, isPending, tone, className }: SubmitButtonProps) {
  const isHydrated = useHydrated();
  return (
    <button
      type="submit"
      disabled={isPending || !isHydrated}
      className={buttonStyle(tone, className)}
    >
      {isPending ? pendingText : text}
    </button>
  );
}
