/**
 * What `make` makes of what `read` tells, kept as long as that stays the same: for answers that are costly
 * to make and seldom change.
 */
export function memoizeLatest<Read, Made>(
  read: () => Read,
  make: (read: Read) => Made,
): () => Made {
  let kept: { read: Read; made: Made } | null = null;
  return () => {
    const current = read();
    if (kept === null || kept.read !== current) kept = { read: current, made: make(current) };
    return kept.made;
  };
}
