import { useQueryClient } from "@tanstack/react-query";
import { Upload } from "lucide-react";
import { type FormEvent, useState } from "react";
import { useNavigate } from "react-router";
import type { PodcastShow } from "#shared/contracts/own-videos.ts";
import { ownVideosMessages } from "#shared/messages/studio/own-videos.ts";
import { showOfCategory } from "#shared/podcasts/shows.ts";
import { LANGUAGE_OPTIONS, SelectField } from "#web/features/studio/kit/fields/form-fields.tsx";
import { useClient } from "#web/features/studio/kit/studio-context.ts";
import { useStudioToast } from "#web/features/studio/kit/use-publish-action.ts";
import { useCategories, useNameOf } from "#web/features/studio/videos/videos.data.ts";
import { useSite, useTexts } from "#web/lib/site.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { TextField } from "#web/ui/fields/text-field.tsx";
import { ShowField } from "./editor/show-field.tsx";
import { addUpload, keepOwnVideo } from "./own-videos.data.ts";
import { uploads } from "./uploads.ts";
import { useSizes } from "./use-own-videos.ts";

const TITLE_LENGTH = 200;

type UploadFormProps = {
  file: File;
  soundOf: string | null;
  soundTitle: string;
  category: string;
};

/** Asks for a video's first facts and starts the upload of its file. */
export function UploadForm({ file, soundOf, soundTitle, category }: UploadFormProps) {
  const { language } = useSite();
  const texts = useTexts(ownVideosMessages);
  const { uploadPage } = texts;
  const { size } = useSizes();
  const open = useClient();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const toast = useStudioToast();
  const { data: categories = [] } = useCategories();
  const nameOf = useNameOf();
  const [isStarting, setStarting] = useState(false);
  const [title, setTitle] = useState(soundOf === null ? titleOf(file.name) : soundTitle);
  const [chosenCategory, setCategory] = useState(category);
  const [spoken, setSpoken] = useState(language);
  const [chosenShow, setShow] = useState<PodcastShow | null>();
  const show = chosenShow === undefined ? showOfCategory(chosenCategory) : chosenShow;

  async function start(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isStarting) return;
    setStarting(true);
    const result = await addUpload(open, {
      bytes: file.size,
      facts: {
        title: title.trim().slice(0, TITLE_LENGTH),
        category: chosenCategory,
        language: spoken,
        show: soundOf === null ? show : null,
        offlineAllowed: true,
      },
      ...(soundOf !== null && { soundOf }),
    });
    setStarting(false);
    if (!result.ok) return toast({ tone: "danger", title: texts.failures[result.failure] });
    keepOwnVideo(queryClient, result.value);
    uploads.start(open, { id: result.value.id, kind: "main", file });
    void navigate(`/studio/own-videos/${result.value.id}`);
  }

  return (
    <form method="post" noValidate onSubmit={(event) => void start(event)} className="stack-4">
      {soundOf === null && (
        <>
          <TextField
            label={uploadPage.name}
            name="title"
            value={title}
            maxLength={TITLE_LENGTH}
            onChange={(event) => setTitle(event.currentTarget.value)}
          />
          <SelectField
            label={uploadPage.category}
            value={chosenCategory}
            options={categories.map((one) => ({ value: one.id, label: nameOf(one) }))}
            onChoose={setCategory}
          />
          <ShowField show={show} onChoose={setShow} />
        </>
      )}
      <SelectField
        label={uploadPage.language}
        value={spoken}
        options={LANGUAGE_OPTIONS}
        onChoose={setSpoken}
      />
      <p className="text-sm text-ink-soft">{uploadPage.data(size(file.size))}</p>
      <button type="submit" disabled={isStarting} className={buttonStyle("brand")}>
        <Upload aria-hidden className="size-4" />
        {isStarting ? uploadPage.starting : uploadPage.start}
      </button>
    </form>
  );
}

/** A title to begin with: the name of the file without its ending. */
function titleOf(fileName: string): string {
  const bare = fileName.replace(/\.[a-z0-9]{2,4}$/i, "").replaceAll(/[_\s]+/g, " ");
  return bare.replaceAll(/\p{C}/gu, "").trim().slice(0, TITLE_LENGTH);
}
