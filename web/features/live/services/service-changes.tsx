import { LANGUAGE_FACTS } from "#shared/languages.ts";
import {
  type ChangedOccurrence,
  changedOccurrences,
} from "#shared/live/service-schedule.domain.ts";
import { liveTvMessages } from "#shared/messages/live-tv.ts";
import { useSite, useTexts } from "#web/lib/site.ts";

/** Later changes appear in the list of services only. */
const SHOWN_COUNT = 3;

/** Cancelled or moved services in the visitor's own zone, with the ministry's note. */
export function ServiceChanges({ now }: { now: number }) {
  const { language, ministry } = useSite();
  const texts = useTexts(liveTvMessages);
  const { services } = ministry;
  const changed = changedOccurrences(services, now).slice(0, SHOWN_COUNT);
  if (changed.length === 0) return null;

  const when = (ms: number): string =>
    new Date(ms).toLocaleString(LANGUAGE_FACTS[language].locale, {
      weekday: "long",
      day: "numeric",
      month: "long",
      hour: "numeric",
      minute: "2-digit",
    });
  const noteOf = ({ id, date }: ChangedOccurrence) =>
    services.exceptions?.find((one) => one.serviceId === id && one.date === date)?.note;

  return (
    <ul data-changes className="mt-3 grid gap-2 text-sm">
      {changed.map((change) => {
        const note = noteOf(change);
        return (
          <li key={`${change.id} ${change.date}`} className="border-l-4 border-gold pl-4">
            <p className="font-semibold">
              {change.startMs === null
                ? texts.cancelled(when(change.plannedMs))
                : texts.moved(when(change.plannedMs), when(change.startMs))}
            </p>
            {note !== undefined && (
              <p lang={note.lang === language ? undefined : note.lang} className="text-ink-soft">
                {note.text}
              </p>
            )}
          </li>
        );
      })}
    </ul>
  );
}
