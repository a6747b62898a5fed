import { type FormEvent, useState } from "react";
import type { Language } from "#shared/languages.ts";
import type { ServiceOccurrence } from "#shared/live/service-schedule.domain.ts";
import { kitMessages } from "#shared/messages/studio/kit.ts";
import { scheduleMessages } from "#shared/messages/studio/schedule.ts";
import { serviceExceptionSchema } from "#shared/site/ministry.ts";
import type { WholeSchedule } from "#shared/studio/kinds/schedule.ts";
import type { Editor } from "#web/features/studio/kit/editor.ts";
import { LanguageBoxes } from "#web/features/studio/kit/fields/form-fields.tsx";
import { usePublishAction } from "#web/features/studio/kit/use-publish-action.ts";
import { useTexts } from "#web/lib/site.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { FormDialog } from "#web/ui/form-dialog.tsx";
import { TextField } from "#web/ui/fields/text-field.tsx";
import * as v from "valibot";
import { localDay, plannedDay, withException } from "./schedule-edits.domain.ts";
import { useServiceTexts } from "./use-schedule.ts";

type ChangeDialogProps = {
  editor: Editor<WholeSchedule>;
  schedule: WholeSchedule;
  /** Null when the occurrence in the URL no longer exists. */
  occurrence: ServiceOccurrence | null;
  now: number;
  onClose: () => void;
};

/** Cancels or moves one occurrence of a service. */
export function ChangeDialog({ occurrence, ...props }: ChangeDialogProps) {
  const texts = useTexts(scheduleMessages);
  const { close } = useTexts(kitMessages);
  const { lineOf } = useServiceTexts(props.schedule);
  const title = occurrence
    ? texts.changeOf(lineOf(occurrence.id, occurrence.startMs))
    : texts.change;
  return (
    <FormDialog title={title} closeLabel={close} onClose={props.onClose}>
      {occurrence ? (
        <ChangeForm {...props} occurrence={occurrence} />
      ) : (
        <p className="text-ink-soft">{texts.dialog.gone}</p>
      )}
    </FormDialog>
  );
}

type FormProps = ChangeDialogProps & { occurrence: ServiceOccurrence };

function ChangeForm({ editor, schedule, occurrence, now, onClose }: FormProps) {
  const texts = useTexts(scheduleMessages);
  const { lineOf } = useServiceTexts(schedule);
  const publish = usePublishAction();
  const { timeZone } = schedule;
  const [note, setNote] = useState<Readonly<Partial<Record<Language, string>>>>({});
  const [newDate, setNewDate] = useState(localDay(occurrence.startMs, timeZone));
  const [newStart, setNewStart] = useState(localClock(occurrence.startMs, timeZone));
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const fieldTexts: Readonly<Record<string, string>> = {
    note: texts.dialog.noteTooLong,
    newDate: texts.dialog.wrongDate,
    newStart: texts.dialog.wrongTime,
  };

  async function change(kind: "cancelled" | "moved"): Promise<void> {
    const serviceId = occurrence.id;
    const date = plannedDay(occurrence, schedule);
    const checked = v.safeParse(serviceExceptionSchema, {
      serviceId,
      date,
      kind,
      ...(kind === "moved" && { newDate, newStart }),
      ...writtenNote(note),
    });
    if (!checked.success) {
      const errorsByPath = checked.issues.map((issue) => [
        v.getDotPath(issue),
        fieldTexts[String(issue.path?.[0].key)] ?? "",
      ]);
      setErrors(Object.fromEntries(errorsByPath));
      return;
    }
    const isSame =
      newDate === localDay(occurrence.startMs, timeZone) &&
      newStart === localClock(occurrence.startMs, timeZone);
    if (kind === "moved" && isSame) {
      setErrors({ newStart: texts.dialog.sameTime });
      return;
    }
    const service = lineOf(serviceId, occurrence.startMs);
    const outcome = await publish({
      kind: "schedule",
      id: editor.document.id,
      changes: { exceptions: withException(schedule.exceptions, checked.output, now) },
      baseVersion: editor.document.version,
      summary:
        kind === "cancelled"
          ? texts.cancelled(service)
          : texts.moved(service, `${newDate} ${newStart}`),
      done: texts.done[kind],
    });
    if (outcome === "published") onClose();
  }

  return (
    <form
      method="post"
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void change("moved");
      }}
      className="stack-4"
    >
      <LanguageBoxes
        label={texts.dialog.note}
        name="note"
        hint={texts.dialog.noteHint}
        valueIn={(language) => note[language] ?? ""}
        errorIn={(language) => errors[`note.${language}`]}
        onWrite={(language, text) => setNote({ ...note, [language]: text })}
      />
      <button
        type="button"
        onClick={() => void change("cancelled")}
        className={buttonStyle("danger", "w-full")}
      >
        {texts.dialog.cancel}
      </button>
      <h3 className="border-t border-line pt-4 font-semibold">{texts.dialog.orMove}</h3>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={texts.dialog.newDate}
          name="newDate"
          type="date"
          value={newDate}
          error={errors["newDate"]}
          onChange={(event) => setNewDate(event.currentTarget.value)}
        />
        <TextField
          label={texts.dialog.newStart}
          name="newStart"
          type="time"
          value={newStart}
          error={errors["newStart"]}
          onChange={(event) => setNewStart(event.currentTarget.value)}
        />
      </div>
      <button type="submit" className={buttonStyle("brand", "w-full")}>
        {texts.dialog.move}
      </button>
    </form>
  );
}

/** Returns the note in the languages that have text; no field without any. */
function writtenNote(note: Readonly<Partial<Record<Language, string>>>): { note?: object } {
  const written = Object.entries(note)
    .map(([language, text]) => [language, text.trim()] as const)
    .filter(([, text]) => text !== "");
  return written.length === 0 ? {} : { note: Object.fromEntries(written) };
}

/** Formats an instant as "16:00" in a time zone. */
function localClock(ms: number, timeZone: string): string {
  return new Date(ms).toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit", timeZone });
}
