/** The "Live" badge: text and shape, with a dot that pulses unless motion is unwelcome. */
export function LiveBadge({ text }: { text: string }) {
  return (
    <span className="inline-flex items-center gap-1.5 rounded-full bg-live px-2.5 py-1 text-xs font-bold tracking-wide text-white uppercase">
      <span aria-hidden className="size-2 rounded-full bg-white motion-ok:animate-live" />
      {text}
    </span>
  );
}
