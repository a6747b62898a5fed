import { ImageUp } from "lucide-react";
import { type ChangeEvent, useState } from "react";
import { uploadedPosterAddress } from "#shared/live/poster-name.domain.ts";
import { channelsMessages } from "#shared/messages/studio/channels.ts";
import type { StudioChannels } from "#shared/studio/studio-channels.ts";
import { SelectField } from "#web/features/studio/kit/fields/select-field.tsx";
import { useClient } from "#web/features/studio/kit/studio-context.ts";
import { useTexts } from "#web/lib/site.ts";
import { FileButton } from "#web/ui/fields/file-button.tsx";
import { Picture } from "#web/ui/picture.tsx";
import { POSTER_TYPES, type PosterProblem, createPoster, storePoster } from "./poster-image.ts";

type PosterFieldProps = {
  value: string | undefined;
  posters: StudioChannels["posters"];
  error: string | undefined;
  onChoose: (poster: string | undefined) => void;
};

/** Image shown before playback: an existing one, or an uploaded photo. */
export function PosterField({ value = "", posters, error, onChoose }: PosterFieldProps) {
  const { edit } = useTexts(channelsMessages);
  const own = uploadedPosterAddress(value);
  const known = own === null ? posters : [{ value, label: edit.posterOwn, image: own }, ...posters];
  const selected = known.find((poster) => poster.value === value);
  return (
    <div className="stack-3">
      <SelectField
        label={edit.poster}
        value={value}
        options={[{ value: "", label: edit.posterOfSource }, ...known]}
        onChoose={(poster) => onChoose(poster === "" ? undefined : poster)}
      />
      {error !== undefined && <p className="text-sm font-medium text-danger">{error}</p>}
      {selected && (
        <div className="relative aspect-video max-w-64 overflow-hidden rounded-card bg-raised">
          <Picture
            src={selected.picture}
            alt=""
            sizes="16rem"
            className="absolute inset-0 size-full object-cover"
          />
        </div>
      )}
      <PosterUpload onStored={onChoose} />
    </div>
  );
}

/** Uploads a photo and shows its errors. */
function PosterUpload({ onStored }: { onStored: (poster: string) => void }) {
  const { posterUpload: texts } = useTexts(channelsMessages);
  const open = useClient();
  const [isSending, setSending] = useState(false);
  const [problem, setProblem] = useState<PosterProblem | "failed" | null>(null);

  async function send(file: File): Promise<PosterProblem | "failed" | null> {
    const image = await createPoster(file);
    if (!image.ok) return image.problem;
    const poster = await storePoster(open, image.jpeg);
    if (poster === null) return "failed";
    onStored(poster);
    return null;
  }

  async function choose({ currentTarget }: ChangeEvent<HTMLInputElement>): Promise<void> {
    const [file] = currentTarget.files ?? [];
    if (file === undefined) return;
    setProblem(null);
    setSending(true);
    setProblem(await send(file));
    setSending(false);
    // Otherwise selecting the same file again would fire no event.
    currentTarget.value = "";
  }

  return (
    <div className="stack-2">
      <div>
        <FileButton
          text={isSending ? texts.sending : texts.choose}
          Icon={ImageUp}
          tone="outline"
          accept={POSTER_TYPES.join(",")}
          disabled={isSending}
          onChange={(event) => void choose(event)}
        />
      </div>
      <p className="text-sm text-ink-soft">{texts.hint}</p>
      {problem !== null && (
        <p role="alert" className="text-sm font-medium text-danger">
          {texts.problems[problem]}
        </p>
      )}
    </div>
  );
}
