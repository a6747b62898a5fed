import { WifiOff } from "lucide-react";
import { useHydrated } from "#web/lib/use-hydrated.ts";
import { buttonStyle } from "./button-style.ts";
import { useNeedsNetwork } from "./needs-network.tsx";

type SubmitButtonProps = {
  text: string;
  /** Replaces `text` while the form is being sent. */
  pendingText: string;
  isPending: boolean;
  tone?: "brand" | "outline" | "danger";
  className?: string;
};

/**
 * Submits a form. Disabled before hydration, when the browser would submit the form itself. Without
 * a connection it looks disabled and says why; a press still tries.
 */
export function SubmitButton({ text, pendingText, isPending, tone, className }: SubmitButtonProps) {
  const isHydrated = useHydrated();
  const needsNetwork = useNeedsNetwork();
  return (
    <button
      type="submit"
      disabled={isPending || !isHydrated}
      className={buttonStyle(needsNetwork === null ? tone : "quiet", className)}
    >
      {needsNetwork !== null && <WifiOff aria-hidden className="size-4" />}
      {isPending ? pendingText : text}
      {needsNetwork !== null && <span className="text-xs font-normal">({needsNetwork})</span>}
    </button>
  );
}
