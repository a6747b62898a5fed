import { useQueryClient } from "@tanstack/react-query";
import { Minimize2, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
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

type Making = { state: "idle" | "impossible" | "failed" } | { state: "making"; share: number };

/** Makes a small rendition in this browser and uploads it; never necessary. */
export function SmallCard({ video }: { video: StudioOwnVideo }) {
  const { small: texts } = useTexts(ownVideoEditorMessages);
  const { progress: uploadTexts } = useTexts(ownVideosMessages);
  const { size, percent } = useSizes();
  const open = useClient();
  const act = useOwnVideoAction();
  const queryClient = useQueryClient();
  const main = useUpload(video.id, "main");
  const low = useUpload(video.id, "low");
  const [making, setMaking] = useState<Making>({ state: "idle" });
  const stop = useRef<AbortController | null>(null);
  const isArrived = low?.phase === "done";
  const isMaking = making.state === "making";

  useEffect(() => () => stop.current?.abort(), []);
  useEffect(() => {
    if (isArrived) void invalidateOwnVideos(queryClient);
  }, [isArrived, queryClient]);
  useEffect(() => {
    if (!isMaking) return undefined;
    const warn = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [isMaking]);

  async function make(): Promise<void> {
    const { signal } = (stop.current = new AbortController());
    setMaking({ state: "making", share: 0 });
    const from = main?.file ?? new URL(previewUrl(video, "video.mp4"), window.location.href).href;
    try {
      const { canMakeSmallVersion, makeSmallVersion } =
        await import("#web/features/studio/own-videos/media/small-version.ts");
      if (!(await canMakeSmallVersion())) return setMaking({ state: "impossible" });
      const made = await makeSmallVersion(
        from,
        (share) => !signal.aborted && setMaking({ state: "making", share }),
        signal,
      );
      setMaking({ state: "idle" });
      if (made === null) return;
      const announced = await act(addLow(open, video.id, made.size), null);
      if (announced === null) return;
      const file = new File([made], "low.mp4", { type: made.type });
      uploads.start(open, { id: video.id, kind: "low", file });
    } catch {
      setMaking({ state: signal.aborted ? "idle" : "failed" });
    }
  }

  function cancel(): void {
    stop.current?.abort();
    setMaking({ state: "idle" });
  }

  return (
    <StudioCard title={texts.title}>
      <div className="stack-4">
        <p className="max-w-prose text-ink-soft">{texts.intro}</p>
        {video.files.low !== null && (
          <StatusLabel tone="good" text={texts.has(size(video.files.low))} />
        )}
        {making.state === "impossible" && <StatusLabel tone="off" text={texts.impossible} />}
        {making.state === "failed" && (
          <div role="alert">
            <StatusLabel tone="bad" text={texts.failed} />
          </div>
        )}
        {making.state === "making" ? (
          <div className="stack-3">
            <ProgressBar label={texts.title} share={making.share} />
            <p role="status">{texts.making(percent(making.share))}</p>
            <button type="button" onClick={cancel} className={buttonStyle("outline")}>
              <X aria-hidden className="size-4" />
              {texts.cancel}
            </button>
          </div>
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
