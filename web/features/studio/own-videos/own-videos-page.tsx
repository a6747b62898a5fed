import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Pencil, Trash2, Upload } from "lucide-react";
import { useState } from "react";
import type { StudioOwnVideo, StudioOwnVideos } from "#shared/contracts/own-videos.ts";
import { ownVideosMessages } from "#shared/messages/studio/own-videos.ts";
import { ConfirmDialog } from "#web/features/studio/kit/confirm-dialog.tsx";
import { useClient, useSubpath } from "#web/features/studio/kit/studio-context.ts";
import {
  StatusLabel,
  StudioCard,
  StudioPage,
  StudioQuery,
} from "#web/features/studio/kit/studio-page.tsx";
import { useStudioToast } from "#web/features/studio/kit/use-publish-action.ts";
import { useTexts } from "#web/lib/site.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { Link } from "#web/ui/link.tsx";
import { ProgressBar } from "#web/ui/progress-bar.tsx";
import { OwnVideoEditor } from "./editor/own-video-editor.tsx";
import { FromRecordingButton } from "./from-recording.tsx";
import { deleteOwnVideo, invalidateOwnVideos, ownVideosQuery } from "./own-videos.data.ts";
import { UploadPage } from "./upload-page.tsx";
import { uploads } from "./uploads.ts";
import { placeText, previewUrl, stateOf, useReader, useSizes } from "./use-own-videos.ts";

const UPLOAD = "upload";

/** Own videos: their list, the page of an upload, and the page of one video. */
export function OwnVideosPage() {
  const [id] = useSubpath();
  if (id === undefined) return <OwnVideoList />;
  return id === UPLOAD ? <UploadPage /> : <OwnVideoEditor key={id} id={id} />;
}

function OwnVideoList() {
  const texts = useTexts(ownVideosMessages);
  return (
    <StudioPage
      title={texts.title}
      intro={texts.intro}
      actions={
        <>
          <Link to={`/studio/own-videos/${UPLOAD}`} className={buttonStyle("brand")}>
            <Upload aria-hidden className="size-4" />
            {texts.upload}
          </Link>
          <FromRecordingButton />
        </>
      }
    >
      <StudioQuery query={useQuery(ownVideosQuery(useReader()))}>
        {(found) => <Listed {...found} />}
      </StudioQuery>
    </StudioPage>
  );
}

function Listed({ videos, space }: StudioOwnVideos) {
  const texts = useTexts(ownVideosMessages);
  const { size } = useSizes();
  const [asked, setAsked] = useState<StudioOwnVideo | null>(null);
  return (
    <StudioCard title={texts.list}>
      <div className="mb-4 stack-2">
        <p className="text-sm text-ink-soft">
          {texts.space(size(space.usedBytes), size(space.maxBytes), size(space.freeBytes))}
        </p>
        <ProgressBar
          label={texts.spaceName}
          share={Math.min(1, space.usedBytes / Math.max(1, space.maxBytes))}
        />
      </div>
      {videos.length === 0 && <p className="text-ink-soft">{texts.none}</p>}
      <ul className="ruled">
        {videos.map((video) => (
          <Row key={video.id} video={video} onDelete={() => setAsked(video)} />
        ))}
      </ul>
      {asked !== null && <DeleteDialog video={asked} onClose={() => setAsked(null)} />}
    </StudioCard>
  );
}

function Row({ video, onDelete }: { video: StudioOwnVideo; onDelete: () => void }) {
  const texts = useTexts(ownVideosMessages);
  const { size, percent } = useSizes();
  const title = video.title === "" ? texts.untitled : video.title;
  const { tone, text } = stateOf(video, texts);
  const { upload, progress } = video;
  const done =
    upload !== null && video.state === "uploading"
      ? percent(upload.received / upload.bytes)
      : progress === null
        ? null
        : percent(progress);
  const details = [
    video.soundOf === null ? (video.hasPicture ? null : texts.sound) : texts.soundOfVideo,
    video.seconds > 0 ? placeText(video.seconds) : null,
    video.bytes > 0 ? size(video.bytes) : null,
  ].filter((part) => part !== null);
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 py-3">
      <div className="relative aspect-video w-28 shrink-0 overflow-hidden rounded-xl bg-raised">
        {video.hasPoster && (
          <img
            src={previewUrl(video, "poster.webp")}
            alt=""
            loading="lazy"
            className="absolute inset-0 size-full object-cover"
          />
        )}
      </div>
      <div className="min-w-0 grow basis-32 stack-1">
        <p lang={video.language} className="line-clamp-2 font-medium wrap-anywhere">
          {title}
        </p>
        <p className="text-sm">
          <StatusLabel tone={tone} text={done === null ? text : `${text} (${done})`} />
        </p>
        {details.length > 0 && (
          <p className="text-sm text-ink-soft tabular-nums">{details.join(" · ")}</p>
        )}
      </div>
      <div className="flex gap-2">
        <Link
          to={`/studio/own-videos/${video.id}`}
          aria-label={texts.edit(title)}
          title={texts.edit(title)}
          className={buttonStyle("outline", "min-w-11 px-3!")}
        >
          <Pencil aria-hidden className="size-4" />
        </Link>
        <button
          type="button"
          aria-label={texts.delete(title)}
          title={texts.delete(title)}
          onClick={onDelete}
          className={buttonStyle("danger", "min-w-11 px-3!")}
        >
          <Trash2 aria-hidden className="size-4" />
        </button>
      </div>
    </li>
  );
}

function DeleteDialog({ video, onClose }: { video: StudioOwnVideo; onClose: () => void }) {
  const texts = useTexts(ownVideosMessages);
  const { size } = useSizes();
  const open = useClient();
  const queryClient = useQueryClient();
  const toast = useStudioToast();
  return (
    <ConfirmDialog
      title={texts.deleteTitle}
      confirmText={texts.deleteTitle}
      onClose={onClose}
      onConfirm={async () => {
        const result = await deleteOwnVideo(open, video.id);
        if (result.ok) {
          uploads.drop(video.id);
          toast({ tone: "done", title: texts.deleted });
        } else toast({ tone: "danger", title: texts.failures[result.failure] });
        await invalidateOwnVideos(queryClient);
        onClose();
      }}
    >
      {texts.deleteText(video.title === "" ? texts.untitled : video.title, size(video.bytes))}
    </ConfirmDialog>
  );
}
