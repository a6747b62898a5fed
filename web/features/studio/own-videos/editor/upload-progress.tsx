import { useQueryClient } from "@tanstack/react-query";
import { Pause, Play, Upload, X } from "lucide-react";
import { useEffect, useState } from "react";
import { useNavigate } from "react-router";
import type { StudioOwnVideo } from "#shared/contracts/own-videos.ts";
import { type OwnVideosMessages, ownVideosMessages } from "#shared/messages/studio/own-videos.ts";
import { ConfirmDialog } from "#web/features/studio/kit/confirm-dialog.tsx";
import { useClient } from "#web/features/studio/kit/studio-context.ts";
import { StatusLabel, StudioCard } from "#web/features/studio/kit/studio-page.tsx";
import { useStudioToast } from "#web/features/studio/kit/use-publish-action.ts";
import {
  deleteOwnVideo,
  invalidateOwnVideos,
} from "#web/features/studio/own-videos/own-videos.data.ts";
import { findDiskFile } from "#web/features/studio/own-videos/media/disk-file.ts";
import { isFileOf, type RunningUpload, uploads } from "#web/features/studio/own-videos/uploads.ts";
import { useSizes, useUpload } from "#web/features/studio/own-videos/use-own-videos.ts";
import { useTexts } from "#web/lib/site.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { FileButton } from "#web/ui/fields/file-button.tsx";
import { ProgressBar } from "#web/ui/progress-bar.tsx";

const MINUTE_S = 60;
const HOUR_MINUTES = 60;

function leftText(seconds: number, { left }: OwnVideosMessages["progress"]): string {
  if (seconds < MINUTE_S) return left.seconds;
  const minutes = Math.round(seconds / MINUTE_S);
  if (minutes < HOUR_MINUTES) return left.minutes(minutes);
  return left.hours(Math.floor(minutes / HOUR_MINUTES), minutes % HOUR_MINUTES);
}

/** How the upload of a video goes, or how to go on with it. */
export function UploadCard({ video }: { video: StudioOwnVideo }) {
  const { progress: texts } = useTexts(ownVideosMessages);
  const upload = useUpload(video.id, "main");
  const queryClient = useQueryClient();
  const open = useClient();
  const navigate = useNavigate();
  const toast = useStudioToast();
  const { failures } = useTexts(ownVideosMessages);
  const [isCancelling, setCancelling] = useState(false);
  async function cancel(): Promise<void> {
    uploads.drop(video.id);
    const result = await deleteOwnVideo(open, video.id);
    if (!result.ok) return toast({ tone: "danger", title: failures[result.failure] });
    await invalidateOwnVideos(queryClient);
    void navigate("/studio/own-videos");
  }

  return (
    <StudioCard title={texts.title}>
      <div className="stack-3">
        {upload === null ? <Interrupted video={video} /> : <Running upload={upload} />}
        <button type="button" onClick={() => setCancelling(true)} className={buttonStyle("danger")}>
          <X aria-hidden className="size-4" />
          {texts.cancel}
        </button>
      </div>
      {isCancelling && (
        <ConfirmDialog
          title={texts.cancel}
          confirmText={texts.cancel}
          onClose={() => setCancelling(false)}
          onConfirm={cancel}
        >
          {texts.cancelText}
        </ConfirmDialog>
      )}
    </StudioCard>
  );
}

/** Bytes, time left and what to do about an upload of this tab. */
export function Running({ upload }: { upload: RunningUpload }) {
  const { progress: texts } = useTexts(ownVideosMessages);
  const { size } = useSizes();
  const { id, kind, phase, fault, sentBytes, totalBytes, secondsLeft } = upload;
  const isUnderWay = phase === "sending" || phase === "waiting";
  return (
    <div className="stack-3">
      <ProgressBar label={texts.title} share={sentBytes / Math.max(1, totalBytes)} />
      <p className="text-sm tabular-nums">
        {texts.sent(size(sentBytes), size(totalBytes))}
        {phase === "sending" && secondsLeft !== null && ` · ${leftText(secondsLeft, texts)}`}
      </p>
      <p role="status" className="text-ink-soft">
        {phase === "failed" ? "" : texts.phases[phase]}
      </p>
      {phase === "failed" && (
        <div role="alert">
          <StatusLabel tone="bad" text={texts.faults[fault ?? "failed"]} />
        </div>
      )}
      {isUnderWay && (
        <button
          type="button"
          onClick={() => uploads.pause(id, kind)}
          className={buttonStyle("outline")}
        >
          <Pause aria-hidden className="size-4" />
          {texts.pause}
        </button>
      )}
      {(phase === "paused" || phase === "failed") && (
        <button
          type="button"
          onClick={() => uploads.resume(id, kind)}
          className={buttonStyle("brand")}
        >
          <Play aria-hidden className="size-4" />
          {texts.resume}
        </button>
      )}
    </div>
  );
}

/** Goes on with an upload after a reload: with the film that was converted here, or the same file chosen again. */
function Interrupted({ video }: { video: StudioOwnVideo }) {
  const { progress: texts } = useTexts(ownVideosMessages);
  const { size } = useSizes();
  const open = useClient();
  const [isWrong, setWrong] = useState(false);
  const [converted, setConverted] = useState<File | null>(null);
  const { received = 0, bytes = 0 } = video.upload ?? {};
  const start = (file: File): void => uploads.start(open, { id: video.id, kind: "main", file });

  useEffect(() => {
    void findDiskFile(bytes).then(setConverted);
  }, [bytes]);

  const interrupted = converted === null ? texts.interrupted : texts.interruptedConverted;
  return (
    <div className="stack-3">
      <ProgressBar label={texts.title} share={received / Math.max(1, bytes)} />
      <p>{interrupted(size(received), size(bytes))}</p>
      <p className="text-sm text-ink-soft">{texts.elsewhere}</p>
      {converted === null ? (
        <FileButton
          text={texts.chooseAgain}
          Icon={Upload}
          onFile={(file) => {
            setWrong(!isFileOf(video, file));
            if (isFileOf(video, file)) start(file);
          }}
        />
      ) : (
        <button type="button" onClick={() => start(converted)} className={buttonStyle("brand")}>
          <Play aria-hidden className="size-4" />
          {texts.resume}
        </button>
      )}
      {isWrong && (
        <p role="alert" className="text-sm font-medium text-danger">
          {texts.otherFile}
        </p>
      )}
    </div>
  );
}
