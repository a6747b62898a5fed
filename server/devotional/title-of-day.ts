import { gridDay } from "#shared/devotional/devotional.ts";
import { dayOfMonth } from "#shared/devotional/devotional-date.ts";
import type { Language } from "#shared/languages.ts";
import type { DevotionalStore } from "./devotional-store.ts";

/**
 * Returns the title of the devotional that the devotional page shows for a date: the published one or, if none was ever
 * published, the bundled one. Null if the date has none.
 */
export async function titleOfDay(
  store: DevotionalStore,
  language: Language,
  date: string,
): Promise<string | null> {
  const [newest] = await store.latest(language, date, 1);
  if (!newest) return (await store.shipped(language, gridDay(dayOfMonth(date))))?.title ?? null;
  return newest.date === date ? newest.title : null;
}
