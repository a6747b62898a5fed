/** Placeholder of a card in its exact size, so that nothing shifts. */
export function CardPlaceholder() {
  return (
    <div aria-hidden className="snap-start motion-ok:animate-shimmer" data-placeholder>
      <div className="aspect-video w-full rounded-card bg-raised" />
      <div className="mt-2.5 h-5 w-11/12 rounded bg-raised" />
      <div className="mt-2 h-4 w-2/5 rounded bg-raised" />
    </div>
  );
}
