import { useQuery } from "@tanstack/react-query";
import { Upload } from "lucide-react";
import { type ComponentProps, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { OWN_VIDEO_MAX_BYTES } from "#shared/contracts/own-videos.ts";
import { ownVideosMessages } from "#shared/messages/studio/own-videos.ts";
import { codecName } from "#web/features/studio/channels/broadcast-facts.domain.ts";
import { useClient } from "#web/features/studio/kit/studio-context.ts";
import { StatusLabel, StudioCard, StudioPage } from "#web/features/studio/kit/studio-page.tsx";
import { useTexts } from "#web/lib/site.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { FileButton } from "#web/ui/fields/file-button.tsx";
import { Link } from "#web/ui/link.tsx";
import { EncodingProgress } from "./editor/small-card.tsx";
import { useEncoding } from "./editor/use-encoding.ts";
import type { FileFacts } from "./media/file-check.ts";
import { ownVideosQuery } from "./own-videos.data.ts";
import { UploadForm } from "./upload-form.tsx";
import { uploads, videoOfFile } from "./uploads.ts";
import { placeText, problemText, useReader, useSizes } from "./use-own-videos.ts";

const TYPES =
  "video/mp4,video/quicktime,video/webm,audio/*,.mp4,.mov,.webm,.mkv,.m4a,.mp3,.wav,.ogg,.opus,.flac";
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

type ChosenFileProps = Omit<ComponentProps<typeof UploadForm>, "file"> & {
  chosen: Chosen;
  canConvert: boolean;
  /** A file was made of it that can be sent. */
  onConverted: (file: File) => void;
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

function isCodec(facts: FileFacts | null): facts is FileFacts {
  return facts?.problem === "video-codec" || facts?.problem === "audio-codec";
}

/** Codec that cannot be copied; null: another problem, or none, or the codec has no name. */
function foreignCodec(facts: FileFacts | null): string | null {
  return isCodec(facts) ? facts.detail : null;
}
