import { useQuery, useQueryClient } from "@tanstack/react-query";
import { RotateCw } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { AppError } from "#shared/errors.ts";
import type { StudioOwnVideo } from "#shared/contracts/own-videos.ts";
import { ownVideoEditorMessages } from "#shared/messages/studio/own-video-editor.ts";
import { ownVideosMessages } from "#shared/messages/studio/own-videos.ts";
import { useClient } from "#web/features/studio/kit/studio-context.ts";
import {
  StatusLabel,
  StudioCard,
  StudioPage,
  StudioQuery,
} from "#web/features/studio/kit/studio-page.tsx";
import {
  actOnOwnVideo,
  invalidateOwnVideos,
  ownVideoQuery,
  putPoster,
  segmentsQuery,
  trimOwnVideo,
} from "#web/features/studio/own-videos/own-videos.data.ts";
import {
  offeredMarks,
  rangeTimes,
  type SegmentRange,
} from "#web/features/studio/own-videos/trim.domain.ts";
import {
  problemText,
  stateOf,
  useOwnVideoAction,
  useReader,
  useSizes,
  useUpload,
} from "#web/features/studio/own-videos/use-own-videos.ts";
import { useTexts } from "#web/lib/site.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { Link } from "#web/ui/link.tsx";
import { ProgressBar } from "#web/ui/progress-bar.tsx";
import { CaptionsCard } from "./captions-card.tsx";
import { ChaptersCard } from "./chapters-card.tsx";
import { FactsCard } from "./facts-card.tsx";
import { PosterCard, unchosenPicture } from "./poster-card.tsx";
import { Preview } from "./preview.tsx";
import { PublishCard } from "./publish-card.tsx";
import { SmallCard } from "./small-card.tsx";
import { TrimCard } from "./trim-card.tsx";
import { UploadCard } from "./upload-progress.tsx";
import { useFactsDraft } from "./use-facts-draft.ts";
import { usePictures } from "./use-pictures.ts";

/** The page of one video: from a recording or a file to what followers see. */
export function OwnVideoEditor({ id }: { id: string }) {
  const texts = useTexts(ownVideosMessages);
  const query = useQuery(ownVideoQuery(useReader(), id));
  if (query.error instanceof AppError && query.error.status === 404) {
    return (
      <StudioPage title={texts.title} intro={texts.failures["not-found"]}>
        <Link to="/studio/own-videos" className={buttonStyle("brand")}>
          {texts.back}
        </Link>
      </StudioPage>
    );
  }
  return <StudioQuery query={query}>{(video) => <Editor video={video} />}</StudioQuery>;
}

const sameRange = (one: SegmentRange | null, other: SegmentRange | null): boolean =>
  one?.first === other?.first && one?.last === other?.last;

function Editor({ video }: { video: StudioOwnVideo }) {
  const texts = useTexts(ownVideosMessages);
  const open = useClient();
  const act = useOwnVideoAction();
  const { trim: trimTexts } = useTexts(ownVideoEditorMessages);
  const facts = useFactsDraft(video);
  const player = useRef<HTMLVideoElement>(null);
  const reader = useReader();
  const isReady = video.state === "ready";
  const { data: found } = useQuery({ ...segmentsQuery(reader, video), enabled: isReady });
  /** Null: as it is published. */
  const [cut, setCut] = useState<SegmentRange | null>(null);
  const { range } = video;
  const startsAt =
    found === undefined || range === null ? null : rangeTimes(found.segments, range).from;
  const pictures = usePictures(video, startsAt);
  const title = facts.values.title.trim();

  async function saveCut(): Promise<boolean> {
    // Chapters move along with the cut.
    if (!(await facts.flush())) return false;
    if (cut === null || sameRange(cut, range)) return true;
    const trimmed = await act(trimOwnVideo(open, video.id, cut), trimTexts.applied);
    if (trimmed !== null) setCut(null);
    return trimmed !== null;
  }

  async function saveAll(): Promise<boolean> {
    if (!(await saveCut())) return false;
    const picture = video.hasPoster ? undefined : unchosenPicture(pictures);
    // Without it the video is published all the same.
    if (picture !== undefined) await act(putPoster(open, video.id, picture), null);
    return true;
  }

  return (
    <StudioPage
      title={title === "" ? texts.untitled : title}
      actions={
        <Link to="/studio/own-videos" className={buttonStyle("outline")}>
          {texts.back}
        </Link>
      }
    >
      <StateCard video={video} />
      <div className="grid items-start gap-5 xl:grid-cols-2">
        <div className="stack-5 empty:hidden">
          {video.state !== "failed" && <Preview video={video} player={player} />}
          {isReady && found !== undefined && range !== null && found.segments.length > 0 && (
            <TrimCard
              video={video}
              segments={found.segments}
              saved={range}
              chosen={cut ?? range}
              onChoose={setCut}
              onApply={saveCut}
              pictures={pictures}
              player={player}
            />
          )}
        </div>
        <div className="stack-5">
          <FactsCard facts={facts} />
          {video.soundOf === null && <PosterCard video={video} pictures={pictures} />}
        </div>
        {isReady && (
          <ChaptersCard
            facts={facts}
            marks={
              found === undefined || range === null
                ? []
                : offeredMarks(found, range, facts.values.chapters)
            }
            player={player}
          />
        )}
        <PublishCard facts={facts} saveAll={saveAll} />
        {isReady && <Extras video={video} />}
      </div>
    </StudioPage>
  );
}

/** Few videos need these. */
function Extras({ video }: { video: StudioOwnVideo }) {
  return (
    <>
      <CaptionsCard video={video} />
      {video.hasPicture && <SmallCard video={video} />}
    </>
  );
}

/** What is done with a video that is not ready, or what is wrong with it. */
function StateCard({ video }: { video: StudioOwnVideo }) {
  const texts = useTexts(ownVideosMessages);
  const editor = useTexts(ownVideoEditorMessages);
  const { percent } = useSizes();
  const open = useClient();
  const act = useOwnVideoAction();
  const queryClient = useQueryClient();
  const hasArrived = useUpload(video.id, "main")?.phase === "done";
  useEffect(() => {
    if (hasArrived) void invalidateOwnVideos(queryClient);
  }, [hasArrived, queryClient]);
  const { tone, text } = stateOf(video, texts);
  if (video.state === "uploading" && !hasArrived) return <UploadCard video={video} />;
  if (video.state === "failed") {
    return (
      <StudioCard title={text}>
        <div role="alert" className="stack-4">
          <StatusLabel
            tone="bad"
            text={problemText(video.problem ?? "internal", video.problemDetail, texts)}
          />
          <div className="button-row">
            {video.problem !== "files-missing" && (
              <button
                type="button"
                onClick={() => void act(actOnOwnVideo(open, video.id, "retry"), editor.retried)}
                className={buttonStyle("brand")}
              >
                <RotateCw aria-hidden className="size-4" />
                {editor.retry}
              </button>
            )}
            <Link to="/studio/own-videos/upload" className={buttonStyle("outline")}>
              {texts.upload}
            </Link>
          </div>
        </div>
      </StudioCard>
    );
  }
  if (video.state === "ready" && video.progress === null) {
    return (
      <p>
        <StatusLabel tone={tone} text={text} />
      </p>
    );
  }
  const share = video.progress ?? 0;
  const working = video.state === "ready" ? editor.finishing : editor.working;
  return (
    <StudioCard title={text}>
      <div role="status" className="stack-3">
        <ProgressBar label={text} share={share} />
        <p className="text-ink-soft">{working(percent(share))}</p>
      </div>
    </StudioCard>
  );
}
