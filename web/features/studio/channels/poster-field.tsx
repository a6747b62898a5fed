import {
  POSTER_SIZE,
  POSTER_BUCKET,
  uploadedPoster,
  uploadedPosterAddress,
} from "#shared/live/poster.domain.ts";
import type { OpenClient } from "#web/features/studio/kit/documents.data.ts";
import { ImageUp } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { Result } from "#shared/errors.ts";
import { channelsMessages } from "#shared/messages/studio/channels.ts";
import type { StudioChannels } from "#shared/studio/studio-channels.ts";
import { SelectField } from "#web/features/studio/kit/fields/form-fields.tsx";
import { useClient } from "#web/features/studio/kit/studio-context.ts";
import { useTexts } from "#web/lib/site.ts";
import { FileButton } from "#web/ui/fields/file-button.tsx";
import { Picture } from "#web/ui/picture.tsx";

type Size = { width: number; height: number };

/** Returns the largest centered area with the aspect ratio of `target`, in pixels of the image. */
export function coverArea(image: Size, target: Size): Size & { x: number; y: number } {
  const scale = Math.min(image.width / target.width, image.height / target.height);
  const width = target.width * scale;
  const height = target.height * scale;
  return { x: (image.width - width) / 2, y: (image.height - height) / 2, width, height };
}

/** Formats of phone galleries. Not SVG, which may contain scripts. */
const POSTER_TYPES: readonly string[] = ["image/jpeg", "image/png", "image/webp", "image/avif"];
const MAX_BYTES = 25 * 1024 * 1024;
/** A smaller image is blurred on cards. */
const MIN_WIDTH = 640;
const QUALITY = 0.85;

/** Reason why a file cannot be a channel's image. */
export type PosterProblem = "kind" | "size" | "unreadable" | "small";

/**
 * Converts a photo to a JPEG of 16:9, at most 1280 by 720 pixels. Applies the orientation and drops
 * all metadata.
 */
export async function createPoster(file: Blob): Promise<Result<Blob, PosterProblem>> {
  if (!POSTER_TYPES.includes(file.type)) return { ok: false, failure: "kind" };
  if (file.size > MAX_BYTES) return { ok: false, failure: "size" };
  const image = await createImageBitmap(file).catch(() => null);
  if (image === null) return { ok: false, failure: "unreadable" };
  const jpeg = await drawJpeg(image);
  image.close();
  return jpeg;
}

async function drawJpeg(image: ImageBitmap): Promise<Result<Blob, PosterProblem>> {
  const area = coverArea(image, POSTER_SIZE);
  if (area.width < MIN_WIDTH) return { ok: false, failure: "small" };
  const width = Math.min(POSTER_SIZE.width, Math.round(area.width));
  const height = Math.round((width * POSTER_SIZE.height) / POSTER_SIZE.width);
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  const brush = canvas.getContext("2d");
  // JPEG has no transparency: transparent areas would be black.
  if (brush) {
    brush.fillStyle = "#fff";
    brush.fillRect(0, 0, width, height);
    brush.drawImage(image, area.x, area.y, area.width, area.height, 0, 0, width, height);
  }
  const jpeg = await new Promise<Blob | null>((resolve) =>
    canvas.toBlob(resolve, "image/jpeg", QUALITY),
  );
  return jpeg === null ? { ok: false, failure: "unreadable" } : { ok: true, value: jpeg };
}

const NAME_BYTES = 16;
/** A name is never used for another image. */
const CACHE_SECONDS = "31536000";

/**
 * Stores an image under a unique name. @returns value of the channel's `poster`; null when it was
 * rejected.
 */
async function storePoster(open: OpenClient, jpeg: Blob): Promise<string | null> {
  const poster = uploadedPoster(randomHex());
  const { error } = await open()
    .storage.from(POSTER_BUCKET)
    .upload(poster, jpeg, { contentType: "image/jpeg", cacheControl: CACHE_SECONDS });
  return error === null ? poster : null;
}

function randomHex(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(NAME_BYTES));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

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
  const known =
    own === null ? posters : [{ value, label: edit.posterOwn, picture: own }, ...posters];
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
    if (!image.ok) return image.failure;
    const poster = await storePoster(open, image.value);
    if (poster === null) return "failed";
    onStored(poster);
    return null;
  }

  async function choose(file: File): Promise<void> {
    setProblem(null);
    setSending(true);
    setProblem(await send(file));
    setSending(false);
  }

  return (
    <div className="stack-2">
      <PosterChooser
        text={isSending ? texts.sending : texts.choose}
        isSending={isSending}
        problem={problem}
        onFile={(file) => void choose(file)}
      />
    </div>
  );
}

type PosterChooserProps = {
  text: string;
  isSending: boolean;
  /** What is wrong with the last file. */
  problem: PosterProblem | "failed" | null;
  onFile: (file: File) => void;
  /** Another button before it. */
  children?: ReactNode;
};

/** Button for a photo, what it may be, and why the last one cannot be used. */
export function PosterChooser({ text, isSending, problem, onFile, children }: PosterChooserProps) {
  const { posterUpload: texts } = useTexts(channelsMessages);
  return (
    <>
      <div className="button-row">
        {children}
        <FileButton
          text={text}
          Icon={ImageUp}
          tone="outline"
          accept={POSTER_TYPES.join(",")}
          disabled={isSending}
          onFile={onFile}
        />
      </div>
      <p className="text-sm text-ink-soft">{texts.hint}</p>
      {problem !== null && (
        <p role="alert" className="text-sm font-medium text-danger">
          {texts.problems[problem]}
        </p>
      )}
    </>
  );
}
