import { ownVideoEditorMessages } from "#shared/messages/studio/own-video-editor.ts";
import { ownVideosMessages } from "#shared/messages/studio/own-videos.ts";
import { LANGUAGE_OPTIONS, SelectField } from "#web/features/studio/kit/fields/form-fields.tsx";
import { StatusLabel, StudioCard } from "#web/features/studio/kit/studio-page.tsx";
import type { FactsSaving } from "#web/features/studio/own-videos/facts-draft.ts";
import { useCategories, useNameOf } from "#web/features/studio/videos/videos.data.ts";
import { useTexts } from "#web/lib/site.ts";
import { TextArea, TextField } from "#web/ui/fields/text-field.tsx";
import { CheckField } from "./check-field.tsx";
import { ShowField } from "./show-field.tsx";
import type { Facts } from "./use-facts-draft.ts";

/** Title, speaker and what else describes a video; saved while it is typed. */
export function FactsCard({ facts }: { facts: Facts }) {
  const { facts: texts } = useTexts(ownVideoEditorMessages);
  const { values, edit, saving } = facts;
  const isSoundOf = values.soundOf !== null;
  return (
    <StudioCard title={texts.title} mark={<Saving saving={saving} />}>
      <div className="stack-4">
        <TextField
          label={texts.name}
          name="title"
          value={values.title}
          lang={values.language}
          maxLength={200}
          onChange={(event) => edit({ title: event.currentTarget.value })}
        />
        {!isSoundOf && <MoreFacts facts={facts} />}
        <SelectField
          label={texts.language}
          value={values.language}
          options={LANGUAGE_OPTIONS}
          onChoose={(language) => edit({ language })}
        />
        <CheckField
          label={texts.offline}
          hint={texts.offlineHint}
          checked={values.offlineAllowed}
          onChange={(offlineAllowed) => edit({ offlineAllowed })}
        />
      </div>
    </StudioCard>
  );
}

function MoreFacts({ facts: { values, edit } }: { facts: Facts }) {
  const { facts: texts } = useTexts(ownVideoEditorMessages);
  const { data: categories = [] } = useCategories();
  const nameOf = useNameOf();
  const options = categories.map((one) => ({ value: one.id, label: nameOf(one) }));
  const isKnown = options.some(({ value }) => value === values.category);
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={texts.speaker}
          name="speaker"
          value={values.speaker}
          maxLength={80}
          onChange={(event) => edit({ speaker: event.currentTarget.value })}
        />
        <TextField
          label={texts.passage}
          name="passage"
          hint={texts.passageHint}
          value={values.passage}
          maxLength={60}
          onChange={(event) => edit({ passage: event.currentTarget.value })}
        />
        <SelectField
          label={texts.category}
          value={values.category}
          options={
            isKnown ? options : [{ value: values.category, label: values.category }, ...options]
          }
          onChoose={(category) => edit({ category })}
        />
        <ShowField show={values.show} onChoose={(show) => edit({ show })} />
      </div>
      <TextArea
        label={texts.description}
        name="description"
        value={values.description}
        lang={values.language}
        maxLength={5_000}
        onChange={(event) => edit({ description: event.currentTarget.value })}
      />
    </>
  );
}

function Saving({ saving }: { saving: FactsSaving }) {
  const { facts: texts } = useTexts(ownVideoEditorMessages);
  const { failures } = useTexts(ownVideosMessages);
  const text =
    saving.state === "refused"
      ? texts.saving.refused(failures[saving.failure])
      : texts.saving[saving.state];
  const tone = { saved: "good", saving: "off", waiting: "warn", refused: "bad" } as const;
  return (
    <p role="status" className="text-sm">
      <StatusLabel tone={tone[saving.state]} text={text} />
    </p>
  );
}
