import type { NewRow } from "#shared/contracts/database.ts";
import type { DevotionalEntry } from "#shared/devotional/devotional.ts";
import { AppError } from "#shared/errors.ts";
import { isCalendarDay } from "#shared/devotional/devotional-date.ts";
import type { Language } from "#shared/languages.ts";
import type { AccountSession } from "#web/lib/session/session.ts";

/** Days of an upload that a month does not have, or has twice. */
export function unpublishableDays(entries: readonly DevotionalEntry[], month: string): number[] {
  const seen = new Set<number>();
  return entries.flatMap(({ day }) => {
    const isWrong = !isCalendarDay(dateIn(month, day)) || seen.has(day);
    seen.add(day);
    return isWrong ? [day] : [];
  });
}

type Publication = { entries: readonly DevotionalEntry[]; month: string; language: Language };

/**
 * Publishes entries for everyone, all of them or none; those of the same dates are replaced. The
 * database lets administrators do it.
 *
 * @throws AppError "network" when nothing answered, Error with the service's reason otherwise.
 */
export async function publishDevotionals(
  client: AccountSession["client"],
  { entries, month, language }: Publication,
): Promise<void> {
  const rows = entries.map(({ day, title, verse, content }): NewRow<"devotionals"> => ({
    date: dateIn(month, day),
    language,
    title,
    verse,
    content,
    status: "published",
  }));
  const { error, status } = await client
    .from("devotionals")
    .upsert(rows, { onConflict: "date,language" });
  if (error && status === 0) throw new AppError("network", 0, error.message);
  if (error) throw new Error(error.message);
}

function dateIn(month: string, day: number): string {
  return `${month}-${String(day).padStart(2, "0")}`;
}
