import { useState } from "react";
import type { StudioOwnVideo } from "#shared/contracts/own-videos.ts";
import { ownVideoEditorMessages } from "#shared/messages/studio/own-video-editor.ts";
import {
  createPoster,
  PosterChooser,
  type PosterProblem,
} from "#web/features/studio/channels/poster-field.tsx";
import { useClient } from "#web/features/studio/kit/studio-context.ts";
import { StudioCard } from "#web/features/studio/kit/studio-page.tsx";
import { putPoster } from "#web/features/studio/own-videos/own-videos.data.ts";
import {
  placeText,
  previewUrl,
  useOwnVideoAction,
} from "#web/features/studio/own-videos/use-own-videos.ts";
import { useTexts } from "#web/lib/site.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import type { Pictures } from "./use-pictures.ts";

/** Places in the video whose pictures are suggested. */
const SUGGESTED: readonly number[] = [0.1, 0.4, 0.7];
/** The suggestion that a video gets whose picture no one chose: its beginning may be empty. */
const UNCHOSEN = 0.4;

/** Returns the picture of a video that is published without a chosen one; undefined before it is loaded. */
export function unchosenPicture({ pictures }: Pictures): Blob | undefined {
  return pictures.find(({ share }) => share === UNCHOSEN)?.image;
}

/** The picture that stands for a video: one of three out of it, or an uploaded one. */
export function PosterCard({ video, pictures }: { video: StudioOwnVideo; pictures: Pictures }) {
  const { poster: texts } = useTexts(ownVideoEditorMessages);
  const open = useClient();
  const act = useOwnVideoAction();
  const [isSending, setSending] = useState(false);
  /** Place of the suggestion that was chosen last. */
  const [chosen, setChosen] = useState<number | null>(null);
  const [problem, setProblem] = useState<PosterProblem | null>(null);
  const suggestions = pictures.pictures.filter(({ share }) => SUGGESTED.includes(share));

  async function send(image: Blob, at: number | null): Promise<void> {
    setProblem(null);
    setSending(true);
    const saved = await act(putPoster(open, video.id, image), texts.saved);
    if (saved !== null) setChosen(at);
    setSending(false);
  }

  async function choose(file: File): Promise<void> {
    const image = await createPoster(file);
    if (image.ok) await send(image.value, null);
    else setProblem(image.failure);
  }

  return (
    <StudioCard title={texts.title}>
      <div className="stack-4">
        <p className="max-w-prose text-ink-soft">{texts.intro}</p>
        {video.hasPoster && (
          <img
            src={previewUrl(video, "poster.webp")}
            alt={texts.now}
            className="aspect-video w-full max-w-64 rounded-card bg-raised object-cover"
          />
        )}
        {suggestions.length > 0 && (
          <div className="stack-2">
            <h3 className="text-sm font-semibold">{texts.suggestions}</h3>
            <ul className="grid grid-cols-3 gap-2">
              {suggestions.map(({ at, address, image }) => (
                <li key={at}>
                  <button
                    type="button"
                    disabled={isSending}
                    aria-label={texts.choose(placeText(at))}
                    aria-pressed={at === chosen}
                    onClick={() => void send(image, at)}
                    className="block aspect-video w-full overflow-hidden rounded-xl border-2 border-line hover:border-brand aria-pressed:border-brand"
                  >
                    <img src={address} alt="" className="size-full object-cover" />
                  </button>
                </li>
              ))}
            </ul>
            {!video.hasPoster && <p className="text-sm text-ink-soft">{texts.unchosen}</p>}
          </div>
        )}
        <PosterChooser
          text={isSending ? texts.sending : texts.upload}
          isSending={isSending}
          problem={problem}
          onFile={(file) => void choose(file)}
        >
          {video.files.video !== null && pictures.status === "idle" && (
            <button type="button" onClick={pictures.load} className={buttonStyle("outline")}>
              {texts.load}
            </button>
          )}
        </PosterChooser>
      </div>
    </StudioCard>
  );
}
