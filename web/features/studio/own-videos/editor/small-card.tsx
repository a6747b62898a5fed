import { useQueryClient } from "@tanstack/react-query";
import { Minimize2, X } from "lucide-react";
import { useEffect } from "react";
import type { StudioOwnVideo } from "#shared/contracts/own-videos.ts";
import { ownVideoEditorMessages } from "#shared/messages/studio/own-video-editor.ts";
import { ownVideosMessages } from "#shared/messages/studio/own-videos.ts";
import { useClient } from "#web/features/studio/kit/studio-context.ts";
import { StatusLabel, StudioCard } from "#web/features/studio/kit/studio-page.tsx";
import { addLow, invalidateOwnVideos } from "#web/features/studio/own-videos/own-videos.data.ts";
import { uploads } from "#web/features/studio/own-videos/uploads.ts";
import {
  previewUrl,
  useOwnVideoAction,
  useSizes,
  useUpload,
} from "#web/features/studio/own-videos/use-own-videos.ts";
import { useTexts } from "#web/lib/site.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { ProgressBar } from "#web/ui/progress-bar.tsx";
import { Running } from "./upload-progress.tsx";
import { useEncoding } from "./use-encoding.ts";

/** Makes a small rendition in this browser and uploads it; never necessary. */
export function SmallCard({ video }: { video: StudioOwnVideo }) {
  const { small: texts } = useTexts(ownVideoEditorMessages);
  const { progress: uploadTexts } = useTexts(ownVideosMessages);
  const { size } = useSizes();
  const open = useClient();
  const act = useOwnVideoAction();
  const queryClient = useQueryClient();
  const main = useUpload(video.id, "main");
  const low = useUpload(video.id, "low");
  const { state, run, cancel } = useEncoding();
  const isArrived = low?.phase === "done";

  useEffect(() => {
    if (isArrived) void invalidateOwnVideos(queryClient);
  }, [isArrived, queryClient]);

  async function make(): Promise<void> {
    const from = main?.file ?? new URL(previewUrl(video, "video.mp4"), window.location.href).href;
    const made = await run("small", from);
    if (made === null) return;
    const announced = await act(addLow(open, video.id, made.size), null);
    if (announced === null) return;
    const file = new File([made], "low.mp4");
    uploads.start(open, { id: video.id, kind: "low", file });
  }

  return (
    <StudioCard title={texts.title}>
      <div className="stack-4">
        <p className="max-w-prose text-ink-soft">{texts.intro}</p>
        {video.files.low !== null && (
          <StatusLabel tone="good" text={texts.has(size(video.files.low))} />
        )}
        {video.lowUpload !== null && low === null && state.phase === "idle" && (
          <StatusLabel tone="warn" text={texts.unfinished} />
        )}
        {state.phase === "impossible" && <StatusLabel tone="off" text={texts.impossible} />}
        {state.phase === "failed" && (
          <div role="alert">
            <StatusLabel tone="bad" text={texts.failed} />
          </div>
        )}
        {state.phase === "running" ? (
          <EncodingProgress title={texts.title} share={state.share} onCancel={cancel} />
        ) : low !== null && !isArrived ? (
          <section aria-label={uploadTexts.lowTitle}>
            <Running upload={low} />
          </section>
        ) : (
          <div className="stack-2">
            <button
              type="button"
              onClick={() => void make()}
              className={buttonStyle("outline", "whitespace-normal!")}
            >
              <Minimize2 aria-hidden className="size-4 shrink-0" />
              {texts.make}
            </button>
            <p className="text-sm text-ink-soft">{texts.cost}</p>
          </div>
        )}
      </div>
    </StudioCard>
  );
}

type EncodingProgressProps = { title: string; share: number; onCancel: () => void };

/** How far an encoding in this browser is. */
export function EncodingProgress({ title, share, onCancel }: EncodingProgressProps) {
  const { small: texts } = useTexts(ownVideoEditorMessages);
  const { percent } = useSizes();
  return (
    <div className="stack-3">
      <ProgressBar label={title} share={share} />
      <p role="status">{texts.making(percent(share))}</p>
      <button type="button" onClick={onCancel} className={buttonStyle("outline")}>
        <X aria-hidden className="size-4" />
        {texts.cancel}
      </button>
    </div>
  );
}
