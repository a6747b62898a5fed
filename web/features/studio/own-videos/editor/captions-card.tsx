import { Captions, Trash2 } from "lucide-react";
import { useState } from "react";
import { OWN_CAPTIONS_MAX_BYTES, type StudioOwnVideo } from "#shared/contracts/own-videos.ts";
import { type Language, LANGUAGE_FACTS, LANGUAGES } from "#shared/languages.ts";
import { ownVideoEditorMessages } from "#shared/messages/studio/own-video-editor.ts";
import { useClient } from "#web/features/studio/kit/studio-context.ts";
import { StudioCard } from "#web/features/studio/kit/studio-page.tsx";
import { putCaptions, removeCaptions } from "#web/features/studio/own-videos/own-videos.data.ts";
import { useOwnVideoAction } from "#web/features/studio/own-videos/use-own-videos.ts";
import { useTexts } from "#web/lib/site.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { FileButton } from "#web/ui/fields/file-button.tsx";

/** Captions of a video, one file for each language. */
export function CaptionsCard({ video }: { video: StudioOwnVideo }) {
  const { captions: texts } = useTexts(ownVideoEditorMessages);
  return (
    <StudioCard title={texts.title}>
      <p className="max-w-prose text-ink-soft">{texts.intro}</p>
      <ul className="ruled">
        {LANGUAGES.map((language) => (
          <CaptionsRow key={language} video={video} language={language} />
        ))}
      </ul>
      <p className="text-sm text-ink-soft">{texts.hint}</p>
    </StudioCard>
  );
}

function CaptionsRow({ video, language }: { video: StudioOwnVideo; language: Language }) {
  const { captions: texts } = useTexts(ownVideoEditorMessages);
  const open = useClient();
  const act = useOwnVideoAction();
  const [isBusy, setBusy] = useState(false);
  const [isTooLarge, setTooLarge] = useState(false);
  const { name } = LANGUAGE_FACTS[language];
  const has = video.captions.includes(language);

  async function choose(file: File): Promise<void> {
    setTooLarge(file.size > OWN_CAPTIONS_MAX_BYTES);
    if (file.size > OWN_CAPTIONS_MAX_BYTES) return;
    setBusy(true);
    await act(putCaptions(open, video.id, language, file), texts.saved);
    setBusy(false);
  }

  async function remove(): Promise<void> {
    setBusy(true);
    await act(removeCaptions(open, video.id, language), texts.removed);
    setBusy(false);
  }

  return (
    <li className="stack-2 py-3">
      <p>
        <span className="font-medium">{name}</span>
        <span className="text-ink-soft">{` · ${has ? texts.has : texts.none}`}</span>
      </p>
      <div className="button-row">
        <FileButton
          text={has ? texts.replace(name) : texts.upload(name)}
          Icon={Captions}
          tone="outline"
          accept=".vtt,.srt,text/vtt,application/x-subrip"
          disabled={isBusy}
          onFile={(file) => void choose(file)}
        />
        {has && (
          <button
            type="button"
            disabled={isBusy}
            aria-label={texts.remove(name)}
            title={texts.remove(name)}
            onClick={() => void remove()}
            className={buttonStyle("danger", "min-w-11 px-3!")}
          >
            <Trash2 aria-hidden className="size-4" />
          </button>
        )}
      </div>
      {isTooLarge && (
        <p role="alert" className="text-sm font-medium text-danger">
          {texts.tooLarge}
        </p>
      )}
    </li>
  );
}
