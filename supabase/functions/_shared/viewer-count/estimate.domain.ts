/** So many pulses a minute are enough: 600 of them tell a number within 8 % (two standard deviations). */
const ENOUGH_PULSES = 600;
const SHARE_LIMIT = 4_096;

/**
 * One of how many players is to say that it plays: a power of two, so that it rarely changes.
 *
 * @param people about how many watch all channels together.
 */
export function shareFor(people: number): number {
  let share = 1;
  while (share < SHARE_LIMIT && people / share > ENOUGH_PULSES) share *= 2;
  return share;
}

/**
 * A number as it may be shown: to the next five below a hundred, two digits above, because it is no better
 * known than that; null below the floor.
 */
export function shownCount(people: number, floor: number): number | null {
  if (people < floor) return null;
  const step = people < 100 ? 5 : 10 ** (Math.floor(Math.log10(people)) - 1);
  return Math.max(floor, Math.round(people / step) * step);
}
