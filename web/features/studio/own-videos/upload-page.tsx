import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Upload } from "lucide-react";
import { type FormEvent, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { OWN_VIDEO_MAX_BYTES, type PodcastShow } from "#shared/contracts/own-videos.ts";
import { ownVideosMessages } from "#shared/messages/studio/own-videos.ts";
import { showOfCategory } from "#shared/podcasts/shows.ts";
import { codecName } from "#web/features/studio/channels/broadcast-facts.domain.ts";
import { LANGUAGE_OPTIONS, SelectField } from "#web/features/studio/kit/fields/form-fields.tsx";
import { useClient } from "#web/features/studio/kit/studio-context.ts";
import { StatusLabel, StudioCard, StudioPage } from "#web/features/studio/kit/studio-page.tsx";
import { useStudioToast } from "#web/features/studio/kit/use-publish-action.ts";
import { useCategories, useNameOf } from "#web/features/studio/videos/videos.data.ts";
import { useSite, useTexts } from "#web/lib/site.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { FileButton } from "#web/ui/fields/file-button.tsx";
import { TextField } from "#web/ui/fields/text-field.tsx";
import { Link } from "#web/ui/link.tsx";
import { ShowField } from "./editor/show-field.tsx";
import { EncodingProgress } from "./editor/small-card.tsx";
import { useEncoding } from "./editor/use-encoding.ts";
import type { FileFacts } from "./media/file-check.ts";
import { addUpload, keepOwnVideo, ownVideosQuery } from "./own-videos.data.ts";
import { uploads, videoOfFile } from "./uploads.ts";
import { placeText, problemText, useReader, useSizes } from "./use-own-videos.ts";

const TYPES =
  "video/mp4,video/quicktime,video/webm,audio/*,.mp4,.mov,.webm,.mkv,.m4a,.mp3,.wav,.ogg,.opus,.flac";
const TITLE_LENGTH = 200;
const DEFAULT_CATEGORY = "sermons";

/** A file that was chosen, with what is known of it; null facts: nothing could be read here. */
type Chosen = { file: File; facts: FileFacts | null; known: string | null };

/** Chooses a file, checks it and starts its upload. */
export function UploadPage() {
  const texts = useTexts(ownVideosMessages);
  const { uploadPage } = texts;
  const query = new URLSearchParams(useLocation().search);
  const soundOf = query.get("soundOf");
  const soundTitle = query.get("title") ?? "";
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [isChecking, setChecking] = useState(false);
  const latest = useRef<File | null>(null);
  const { data: { canConvert = false } = {} } = useQuery(ownVideosQuery(useReader()));

  async function choose(file: File): Promise<void> {
    latest.current = file;
    setChosen(null);
    setChecking(true);
    // Without the code for it, the server alone checks.
    const facts = await import("./media/file-check.ts")
      .then(({ checkFile }) => checkFile(file))
      .catch(() => null);
    if (latest.current !== file) return;
    setChecking(false);
    setChosen({ file, facts, known: videoOfFile(file) });
  }

  return (
    <StudioPage
      title={soundOf === null ? uploadPage.title : uploadPage.soundTitle}
      intro={soundOf === null ? undefined : uploadPage.soundIntro(soundTitle)}
      actions={
        <Link to="/studio/own-videos" className={buttonStyle("outline")}>
          {texts.back}
        </Link>
      }
    >
      <StudioCard title={uploadPage.file}>
        <div className="stack-4">
          <p className="max-w-prose text-ink-soft">{uploadPage.intro}</p>
          <div>
            <FileButton
              text={chosen === null ? uploadPage.choose : uploadPage.chooseOther}
              Icon={Upload}
              tone={chosen === null ? "brand" : "outline"}
              accept={TYPES}
              onFile={(file) => void choose(file)}
            />
          </div>
          {isChecking && <p role="status">{uploadPage.checking}</p>}
          {chosen !== null && (
            <ChosenFile
              key={chosen.file.name}
              chosen={chosen}
              canConvert={canConvert}
              onConverted={(file) => void choose(file)}
              soundOf={soundOf}
              soundTitle={soundTitle}
              category={query.get("category") ?? DEFAULT_CATEGORY}
            />
          )}
        </div>
      </StudioCard>
    </StudioPage>
  );
}

type ChosenFileProps = {
  chosen: Chosen;
  canConvert: boolean;
  /** A file was made of it that can be sent. */
  onConverted: (file: File) => void;
  soundOf: string | null;
  soundTitle: string;
  category: string;
};

function ChosenFile({ chosen, canConvert, onConverted, ...props }: ChosenFileProps) {
  const { file, facts, known } = chosen;
  const texts = useTexts(ownVideosMessages);
  const { uploadPage } = texts;
  const { size } = useSizes();
  const open = useClient();
  const navigate = useNavigate();
  const seconds = facts?.seconds ?? null;
  const converted = canConvert ? foreignCodec(facts) : null;
  const problem =
    file.size === 0
      ? uploadPage.empty
      : file.size > OWN_VIDEO_MAX_BYTES
        ? uploadPage.tooLarge
        : facts === null || facts.problem === null || converted !== null
          ? null
          : problemText(facts.problem, facts.detail, texts);
  return (
    <div className="stack-4 border-t border-line pt-4">
      <div>
        <p className="font-medium wrap-anywhere">{file.name}</p>
        <p className="text-sm text-ink-soft tabular-nums">
          {seconds === null
            ? size(file.size)
            : uploadPage.found(placeText(seconds), size(file.size))}
        </p>
      </div>
      {problem !== null ? (
        <Unsendable file={file} facts={facts} problem={problem} onMade={onConverted} />
      ) : known !== null ? (
        <div className="stack-3">
          <p>{uploadPage.known}</p>
          <button
            type="button"
            onClick={() => {
              uploads.start(open, { id: known, kind: "main", file });
              void navigate(`/studio/own-videos/${known}`);
            }}
            className={buttonStyle("brand")}
          >
            <Upload aria-hidden className="size-4" />
            {uploadPage.goOn}
          </button>
        </div>
      ) : (
        <>
          {converted !== null && (
            <p className="max-w-prose">{uploadPage.converted(codecName(converted))}</p>
          )}
          <UploadForm file={file} {...props} />
        </>
      )}
    </div>
  );
}

type UnsendableProps = {
  file: File;
  facts: FileFacts | null;
  /** In words. */
  problem: string;
  onMade: (file: File) => void;
};

/** Converts a film or sound in this browser, because few servers can; says what is wrong with other files. */
function Unsendable({ file, facts, problem, onMade }: UnsendableProps) {
  const { uploadPage } = useTexts(ownVideosMessages);
  const { state, run, cancel } = useEncoding();
  const codec = foreignCodec(facts);

  async function convert(): Promise<void> {
    const made = await run(facts?.hasPicture === true ? "film" : "sound", file);
    if (made === null) return;
    const ending = facts?.hasPicture === true ? "mp4" : "m4a";
    const name = `${file.name.replace(/\.\w{2,4}$/, "")}.${ending}`;
    // The same time, so that an interrupted upload of it goes on.
    onMade(new File([made], name, { lastModified: file.lastModified }));
  }

  if (state.phase === "running") {
    return (
      <EncodingProgress title={uploadPage.convertHere} share={state.share} onCancel={cancel} />
    );
  }
  if (facts?.isConvertible !== true || codec === null || state.phase === "impossible") {
    return (
      <div role="alert" className="stack-3">
        <StatusLabel tone="bad" text={problem} />
        {isCodec(facts) && <p className="max-w-prose">{uploadPage.convertElsewhere}</p>}
      </div>
    );
  }
  const text = facts.problem === "video-codec" ? uploadPage.convertFilm : uploadPage.convert;
  return (
    <>
      {state.phase === "failed" && (
        <div role="alert">
          <StatusLabel tone="bad" text={uploadPage.convertFailed} />
        </div>
      )}
      <p className="max-w-prose">{text(codecName(codec))}</p>
      <button type="button" onClick={() => void convert()} className={buttonStyle("brand")}>
        {uploadPage.convertHere}
      </button>
    </>
  );
}

type UploadFormProps = Omit<ChosenFileProps, "chosen" | "canConvert" | "onConverted"> & {
  file: File;
};

function UploadForm({ file, soundOf, soundTitle, category }: UploadFormProps) {
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

function isCodec(facts: FileFacts | null): facts is FileFacts {
  return facts?.problem === "video-codec" || facts?.problem === "audio-codec";
}

/** Codec that cannot be copied; null: another problem, or none, or the codec has no name. */
function foreignCodec(facts: FileFacts | null): string | null {
  return isCodec(facts) ? facts.detail : null;
}

/** A title to begin with: the name of the file without its ending. */
function titleOf(fileName: string): string {
  const bare = fileName.replace(/\.[a-z0-9]{2,4}$/i, "").replaceAll(/[_\s]+/g, " ");
  return bare.replaceAll(/\p{C}/gu, "").trim().slice(0, TITLE_LENGTH);
}
