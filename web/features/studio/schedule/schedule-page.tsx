import { useQuery } from "@tanstack/react-query";
import { scheduleMessages } from "#shared/messages/studio/schedule.ts";
import type { FileDefaults } from "#shared/studio/file-defaults.ts";
import { EditorFrame } from "#web/features/studio/kit/editor-frame.tsx";
import { fileDefaultsQuery } from "#web/features/studio/kit/file-defaults.data.ts";
import { useClient } from "#web/features/studio/kit/studio-context.ts";
import { StudioCard, StudioPage, StudioQuery } from "#web/features/studio/kit/studio-page.tsx";
import { useSite, useTexts } from "#web/lib/site.ts";
import { useNow } from "#web/lib/use-now.ts";
import { TextField } from "#web/ui/fields/text-field.tsx";
import { AddService } from "./add-service.tsx";
import { ClockTable } from "./clock-table.tsx";
import { ComingServices } from "./coming-services.tsx";
import { ServiceFields } from "./service-fields.tsx";
import { useScheduleEditor } from "./use-schedule.ts";

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
  const tooMany = errors["weekly"] ?? errors["others"] ?? errors["exceptions"];
  return (
    <StudioPage title={texts.title} intro={texts.intro}>
      {editor.status === "ready" && now !== null && <ComingServices editor={editor} now={now} />}
      <EditorFrame
        editor={editor}
        title={texts.title}
        previewPath="/live-tv"
        summaryOf={() => texts.summary}
      >
        <StudioCard title={texts.services}>
          <p className="mb-4 text-ink-soft">{texts.zoneNote(values.timeZone)}</p>
          <div className="stack-5">
            {values.weekly.map((service, index) => (
              <ServiceFields
                key={service.id}
                editor={editor}
                list="weekly"
                index={index}
                service={service}
              />
            ))}
            {values.others.map((service, index) => (
              <ServiceFields
                key={service.id}
                editor={editor}
                list="others"
                index={index}
                service={service}
              />
            ))}
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
