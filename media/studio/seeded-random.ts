/** Repeatable numbers in [0, 1) (mulberry32): every rendering of a clip is the same. */
export function seededRandom(seed: number): () => number {
  let state = Math.trunc(seed * 7919 + 104_729);
  return () => {
    state = Math.trunc(state + 0x6d2b79f5);
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
