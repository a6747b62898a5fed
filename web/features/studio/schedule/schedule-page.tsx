import { Plus } from "lucide-react";
import { LANGUAGES } from "#shared/languages.ts";
import { FEASTS, type Feast } from "#shared/live/service-rules.domain.ts";
import { scheduleMessages } from "#shared/messages/studio/schedule.ts";
import type { WholeSchedule } from "#shared/studio/kinds/schedule.ts";
import type { Editor } from "#web/features/studio/kit/editor.ts";
import { useTexts, useSite } from "#web/lib/site.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { localDay, type NewKind, withService } from "./schedule-edits.domain.ts";
import {
  changedServices,
  publishedSchedule,
  useScheduleEditor,
  useServiceTexts,
} from "./use-schedule.ts";
import { useQuery } from "@tanstack/react-query";
import type { FileDefaults } from "#shared/studio/file-defaults.ts";
import { EditorFrame } from "#web/features/studio/kit/editor-frame.tsx";
import { fileDefaultsQuery } from "#web/features/studio/kit/file-defaults.data.ts";
import { useClient } from "#web/features/studio/kit/studio-context.ts";
import { StudioCard, StudioPage, StudioQuery } from "#web/features/studio/kit/studio-page.tsx";
import { useNow } from "#web/lib/use-now.ts";
import { TextField } from "#web/ui/fields/text-field.tsx";
import { ClockTable } from "./clock-table.tsx";
import { ComingServices } from "./coming-services.tsx";
import { ServiceFields } from "./service-fields.tsx";

const KINDS: readonly NewKind[] = ["weekly", "months", "weeks", "once"];

function feastNames(feast: Feast): Readonly<Record<string, string>> {
  return Object.fromEntries(
    LANGUAGES.map((language) => [language, scheduleMessages[language].feasts[feast]]),
  );
}

/** Adds a recurring service or a special day, whose fields are then filled in. */
function AddService({ editor }: { editor: Editor<WholeSchedule> }) {
  const texts = useTexts(scheduleMessages);
  const { language } = useSite();
  const { values } = editor;

  function add(kind: NewKind | Feast, title: Readonly<Record<string, string>>): void {
    // Uses the published zone: the one in the form may be incomplete.
    const today = localDay(Date.now(), publishedSchedule(editor).timeZone);
    const next = withService(values, kind, { title, today });
    if (next.weekly !== values.weekly) editor.put("weekly", next.weekly);
    if (next.others !== values.others) editor.put("others", next.others);
  }

  return (
    <div className="stack-3 border-t border-line pt-4">
      <h3 className="font-semibold">{texts.add}</h3>
      <div className="button-row">
        {KINDS.map((kind) => (
          <button
            key={kind}
            type="button"
            // In one language only: the others would keep this name when it is replaced.
            onClick={() => add(kind, { [language]: texts.newService })}
            className={buttonStyle("outline")}
          >
            <Plus aria-hidden className="size-4" />
            {texts.kinds[kind]}
          </button>
        ))}
      </div>
      <h3 className="font-semibold">{texts.specialDays}</h3>
      <div className="button-row">
        {FEASTS.map((feast) => (
          <button
            key={feast}
            type="button"
            onClick={() => add(feast, feastNames(feast))}
            className={buttonStyle("outline")}
          >
            <Plus aria-hidden className="size-4" />
            {texts.feasts[feast]}
          </button>
        ))}
      </div>
    </div>
  );
}

/** Services: coming occurrences and the rules that create them. */
export function SchedulePage() {
  const query = useQuery(fileDefaultsQuery(useSite().api, useClient()));
  return <StudioQuery query={query}>{({ services }) => <Schedule file={services} />}</StudioQuery>;
}

function Schedule({ file }: { file: FileDefaults["services"] }) {
  const texts = useTexts(scheduleMessages);
  const editor = useScheduleEditor(file);
  const now = useNow();
  const { values, errors } = editor;
  const { nameOf } = useServiceTexts(values);
  const tooMany = errors["weekly"] ?? errors["others"] ?? errors["exceptions"];
  return (
    <StudioPage title={texts.title} intro={texts.intro}>
      {editor.status === "ready" && now !== null && <ComingServices editor={editor} now={now} />}
      <EditorFrame
        editor={editor}
        title={texts.title}
        previewPath="/live-tv"
        summaryOf={() => texts.summary(changedServices(editor).map(nameOf).join(", "))}
      >
        <StudioCard title={texts.services}>
          <p className="mb-4 text-ink-soft">{texts.zoneNote(values.timeZone)}</p>
          <div className="stack-5">
            {(["weekly", "others"] as const).map((list) =>
              values[list].map((service, index) => (
                <ServiceFields
                  key={service.id}
                  editor={editor}
                  list={list}
                  index={index}
                  service={service}
                />
              )),
            )}
            <AddService editor={editor} />
            {tooMany !== undefined && <p className="text-sm font-medium text-danger">{tooMany}</p>}
            <TextField
              label={texts.zone}
              name="timeZone"
              hint={texts.zoneHint}
              value={values.timeZone}
              error={errors["timeZone"]}
              onChange={(event) => editor.put("timeZone", event.currentTarget.value)}
            />
          </div>
        </StudioCard>
        {now !== null && <ClockTable schedule={values} now={now} />}
      </EditorFrame>
    </StudioPage>
  );
}
