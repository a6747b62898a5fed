import { gridDay } from "#shared/devotional/devotional.ts";
import { dayOfMonth } from "#shared/devotional/devotional-date.ts";
import type { Language } from "#shared/languages.ts";
import type { DevotionalStore } from "./devotional-store.ts";

/**
 * Title of the devotional that the screen opens on: the one published for that date or, where nothing
 * was ever published, the day's shipped one. Null where the date has none.
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
