import { PictureInPicture2, X } from "lucide-react";
import {
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useLayoutEffect,
  useRef,
} from "react";
import { createRoot } from "react-dom/client";
import { videoDetailsMessages } from "#shared/messages/videos/video-details.ts";
import { isBundledVideoId } from "#shared/videos/video-id.ts";
import { SiteProvider, useTexts } from "#web/lib/site.ts";
import { CornerBar, cornerStyle, useIsAway } from "#web/ui/corner.tsx";
import { openModal } from "#web/ui/dialog.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Picture } from "#web/ui/picture.tsx";
import { usePlayerKeys } from "#web/ui/use-player-keys.ts";
import { RemotePositionPrompt } from "#web/features/videos/resume-from-device.tsx";
import { VideoStage } from "#web/features/videos/video-stage.tsx";
import {
  closeVideo,
  frameRef,
  handlePlayerMessage,
  isTelevision,
  moveToCorner,
  type PlayerState,
  resumeAt,
  returnToPage,
  togglePlay,
  usePlayer,
} from "./open-player.ts";
import { PAGE_DIALOG, VideoSurface } from "./video-surface.tsx";

/** Elements of the player into which the video's page renders its parts. */
type PageSlots = { details: HTMLElement; more: HTMLElement; over: HTMLElement };

let slots: PageSlots | null = null;
let container: HTMLElement | null = null;

/** Returns the places for the parts that the video's page renders into the player. */
export function pageSlots(): PageSlots {
  const create = () => document.createElement("div");
  slots ??= { details: create(), more: create(), over: create() };
  return slots;
}

/**
 * Renders the player beside the app, in a root of its own: so it outlives the page that opens it,
 * and no page loads its code before a video opens.
 */
export function mountPlayer(): void {
  if (container?.isConnected === true) return;
  const isFirst = container === null;
  container ??= document.createElement("div");
  document.body.append(container);
  if (isFirst) createRoot(container).render(<VideoPlayer slots={pageSlots()} />);
}

function VideoPlayer({ slots }: { slots: PageSlots }) {
  const player = usePlayer();
  return (
    player && (
      <SiteProvider value={player.site}>
        <PlayerDialog key={player.video.id} player={player} slots={slots} />
      </SiteProvider>
    )
  );
}

/** The dialog of an open video, modal on its page, a small region in the corner of others. */
function PlayerDialog({ player, slots }: { player: PlayerState; slots: PageSlots }) {
  const { video, place } = player;
  const texts = useTexts(videoDetailsMessages);
  const dialogRef = useRef<HTMLDialogElement>(null);
  const placeRef = useRef<HTMLDivElement>(null);
  const isInCorner = place === "corner";
  const isAway = useIsAway(placeRef) && !isInCorner;
  useDialogPlace(dialogRef, place);

  function handleKey(event: KeyboardEvent) {
    if (isInCorner && event.key === "Escape") closeVideo();
  }

  return (
    <dialog
      ref={dialogRef}
      {...(isInCorner && { role: "region", "data-mini-player": "" })}
      aria-label={isInCorner ? texts.miniPlayerOf(video.title) : texts.videoPlayer(video.title)}
      className={isInCorner ? "video-corner" : PAGE_DIALOG}
      style={cornerStyle(isBundledVideoId(video.id))}
      onKeyDown={handleKey}
      onCancel={(event) => {
        event.preventDefault();
        closeVideo();
      }}
    >
      <VideoSurface
        isInCorner={isInCorner}
        isAway={isAway}
        placeRef={placeRef}
        bar={!isInCorner && <PageBar canShrink={!isTelevision()} onClose={closeVideo} />}
        picture={
          <>
            <div inert={isInCorner || isAway} className="absolute inset-0">
              <Picture
                src={video.thumbnail}
                alt=""
                sizes="94vw"
                className="size-full object-cover"
              />
              <VideoStage
                video={video}
                bytes={player.bytes}
                isChosen={player.isChosen}
                startAt={player.startAt}
                frameRef={frameRef}
                onMessage={handlePlayerMessage}
              />
            </div>
            {isAway && (
              <button
                type="button"
                aria-label={texts.backUp}
                className="video-overlay"
                onClick={() => dialogRef.current?.scrollTo(0, 0)}
              />
            )}
            {isInCorner && <ReturnLink player={player} />}
            <Slot node={slots.over} />
          </>
        }
        foot={
          isInCorner && (
            <CornerBar
              name={video.title}
              lang={video.language}
              isPlaying={player.isPlaying}
              onToggle={togglePlay}
              closeLabel={texts.closeVideo}
              onClose={closeVideo}
            />
          )
        }
        details={
          <>
            <RemotePositionPrompt
              videoId={video.id}
              startAt={player.askedFor}
              position={player.position}
              onGoOn={resumeAt}
            />
            <Slot node={slots.details} />
          </>
        }
        more={<Slot node={slots.more} />}
      />
      {!isInCorner && <PlayerKeys />}
    </dialog>
  );
}

/** Shows the dialog as a modal, or without taking the focus as a part of any page. */
function useDialogPlace(ref: RefObject<HTMLDialogElement | null>, place: PlayerState["place"]) {
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    if (place === "page") return openModal(dialog);
    dialog.setAttribute("open", "");
    return () => {
      // The focus must not fall back to the top of the document.
      if (dialog.contains(document.activeElement)) document.querySelector("main")?.focus();
      dialog.removeAttribute("open");
    };
  }, [ref, place]);
}

function PlayerKeys() {
  usePlayerKeys(frameRef);
  return null;
}

type PageBarProps = {
  /** The video can move to the corner. */
  canShrink: boolean;
  onClose: () => void;
};

/** Buttons of an open video. */
export function PageBar({ canShrink, onClose }: PageBarProps) {
  const texts = useTexts(videoDetailsMessages);
  const style = "bg-raised text-ink hover:bg-line";
  return (
    <div className="video-bar">
      {canShrink && (
        <IconButton label={texts.miniPlayer} className={style} onClick={moveToCorner}>
          <PictureInPicture2 aria-hidden className="size-5" />
        </IconButton>
      )}
      <IconButton label={texts.closeVideo} className={style} onClick={onClose}>
        <X aria-hidden className="size-6" />
      </IconButton>
    </div>
  );
}

/** The picture in the corner is a link to the video's page. */
function ReturnLink({ player: { video, href } }: { player: PlayerState }) {
  const texts = useTexts(videoDetailsMessages);
  function handleClick(event: MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    returnToPage();
  }
  return (
    <a
      href={href}
      aria-label={texts.backTo(video.title)}
      className="video-overlay"
      onClick={handleClick}
    />
  );
}

/** Holds an element that is not React's. */
function Slot({ node }: { node: HTMLElement }) {
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => ref.current?.append(node), [node]);
  return <div ref={ref} />;
}
