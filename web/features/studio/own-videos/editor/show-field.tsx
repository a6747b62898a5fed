import { PODCAST_SHOWS, type PodcastShow } from "#shared/contracts/own-videos.ts";
import { ownVideoEditorMessages } from "#shared/messages/studio/own-video-editor.ts";
import { SelectField } from "#web/features/studio/kit/fields/form-fields.tsx";
import { useTexts } from "#web/lib/site.ts";

type ShowFieldProps = {
  show: PodcastShow | null;
  onChoose: (show: PodcastShow | null) => void;
};

/** Chooses the podcast in which a video is an episode, or none. */
export function ShowField({ show, onChoose }: ShowFieldProps) {
  const { facts: texts } = useTexts(ownVideoEditorMessages);
  return (
    <SelectField
      label={texts.show}
      value={show ?? ""}
      options={[
        { value: "", label: texts.noShow },
        ...PODCAST_SHOWS.map((value) => ({ value, label: texts.shows[value] })),
      ]}
      onChoose={(value) => onChoose(value === "" ? null : value)}
    />
  );
}
