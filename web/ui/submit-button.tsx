import { WifiOff } from "lucide-react";
import { offlineMessages } from "#shared/messages/offline.ts";
import { useConnection } from "#web/lib/http/use-connection.ts";
import { useTexts } from "#web/lib/site.ts";
import { useHydrated } from "#web/lib/use-hydrated.ts";
import { buttonStyle } from "./button-style.ts";

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
  const isOnline = useConnection() === "online";
  const { needsNetwork } = useTexts(offlineMessages);
  return (
    <button
      type="submit"
      disabled={isPending || !isHydrated}
      className={buttonStyle(isOnline ? tone : "quiet", className)}
    >
      {!isOnline && <WifiOff aria-hidden className="size-4" />}
      {isPending ? pendingText : text}
      {!isOnline && <span className="text-xs font-normal">({needsNetwork})</span>}
    </button>
  );
}
