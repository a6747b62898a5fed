import { clsx } from "clsx";
import { useMessages } from "#web/lib/site.ts";

/**
 * The "Live" badge: text and shape. Its dot pulses only next to a moving picture, and only without
 * reduced motion. While a card replaces the picture, or the channel is off air, it says so.
 */
export function LiveBadge({ state }: { state: string }) {
  const { live } = useMessages();
  const words = state === "interrupted" || state === "offAir" ? live[state] : null;
  return (
    <span
      className={clsx(
        "inline-flex items-center gap-1.5 rounded-full px-2.5 py-1 text-xs font-bold tracking-wide uppercase",
        words ? "bg-raised text-ink" : "bg-live text-white",
      )}
    >
      <span
        aria-hidden
        className={clsx(
          "size-2 rounded-full",
          words ? "bg-ink" : "bg-white",
          state === "playing" && "motion-ok:animate-live",
        )}
      />
      <span>{words ?? live.badge}</span>
    </span>
  );
}
