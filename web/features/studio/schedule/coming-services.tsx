import { useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { changedOccurrences, nextOccurrences } from "#shared/live/service-schedule.domain.ts";
import { scheduleMessages } from "#shared/messages/studio/schedule.ts";
import type { WholeSchedule } from "#shared/studio/kinds/schedule.ts";
import type { Editor } from "#web/features/studio/kit/editor.ts";
import { StudioCard } from "#web/features/studio/kit/studio-page.tsx";
import { usePublishAction } from "#web/features/studio/kit/use-publish-action.ts";
import { useTexts } from "#web/lib/site.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { ChangeDialog } from "./change-dialog.tsx";
import { localDay, occurrenceAt, withoutException } from "./schedule-edits.domain.ts";
import { publishedSchedule, useServiceTexts } from "./use-schedule.ts";

const COMING_COUNT = 8;

type ComingProps = { editor: Editor<WholeSchedule>; now: number };

/** Coming services, each to be cancelled or moved, and the existing changes of that kind. */
export function ComingServices({ editor, now }: ComingProps) {
  const texts = useTexts(scheduleMessages);
  const schedule = publishedSchedule(editor);
  const { lineOf } = useServiceTexts(schedule);
  const [selected, choose] = useSelectedOccurrence();
  const coming = nextOccurrences(schedule, now, COMING_COUNT);
  const dialogFor = selected && occurrenceAt(schedule, selected, now);
  return (
    <>
      <StudioCard title={texts.coming}>
        {coming.length === 0 && <p className="text-ink-soft">{texts.comingNone}</p>}
        <ul className="ruled">
          {coming.map(({ id, startMs }) => {
            const service = lineOf(id, startMs);
            return (
              <li
                key={`${id} ${startMs}`}
                className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3"
              >
                <p className="min-w-0 font-medium first-letter:uppercase">{service}</p>
                <button
                  type="button"
                  aria-label={texts.changeOf(service)}
                  onClick={() => choose({ id, date: localDay(startMs, schedule.timeZone) })}
                  className={buttonStyle("outline")}
                >
                  {texts.change}
                </button>
              </li>
            );
          })}
        </ul>
      </StudioCard>
      <Changes editor={editor} schedule={schedule} now={now} />
      {selected && (
        <ChangeDialog
          editor={editor}
          schedule={schedule}
          occurrence={dialogFor}
          now={now}
          onClose={() => choose(null)}
        />
      )}
    </>
  );
}

type ChangesProps = ComingProps & { schedule: WholeSchedule };

function Changes({ editor, schedule, now }: ChangesProps) {
  const texts = useTexts(scheduleMessages);
  const { whenOf, lineOf } = useServiceTexts(schedule);
  const publish = usePublishAction();
  const changed = changedOccurrences(schedule, now);
  if (changed.length === 0) return null;
  return (
    <StudioCard title={texts.changed}>
      <ul className="ruled">
        {changed.map(({ id, date, plannedMs, startMs }) => {
          const service = lineOf(id, plannedMs);
          const line =
            startMs === null ? texts.cancelled(service) : texts.moved(service, whenOf(startMs));
          return (
            <li
              key={`${id} ${date}`}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3"
            >
              <p className="min-w-0 font-medium">{line}</p>
              <button
                type="button"
                aria-label={texts.asPlannedOf(service)}
                onClick={() =>
                  void publish({
                    kind: "schedule",
                    id: editor.document.id,
                    changes: {
                      exceptions: withoutException(
                        schedule.exceptions,
                        { serviceId: id, date },
                        now,
                      ),
                    },
                    baseVersion: editor.document.version,
                    summary: texts.asPlannedOf(service),
                    done: texts.done.asPlanned,
                  })
                }
                className={buttonStyle("outline")}
              >
                {texts.asPlanned}
              </button>
            </li>
          );
        })}
      </ul>
    </StudioCard>
  );
}

type SelectedOccurrence = { id: string; date: string };

/** Selected occurrence: chosen on the page, or named by the URL. */
function useSelectedOccurrence(): [
  SelectedOccurrence | null,
  (selected: SelectedOccurrence | null) => void,
] {
  const { search, pathname } = useLocation();
  const navigate = useNavigate();
  const named = new URLSearchParams(search);
  const [id, date] = [named.get("service"), named.get("date")];
  const [selected, setSelected] = useState<SelectedOccurrence | null>(
    id !== null && date !== null ? { id, date } : null,
  );
  return [
    selected,
    (next) => {
      setSelected(next);
      // Otherwise a reload would open the closed dialog again.
      if (next === null && search !== "") void navigate(pathname, { replace: true });
    },
  ];
}
