import type { Video } from "#shared/contracts/playlist-videos.ts";
import { VIDEO_PARAMETER } from "#web/features/videos/use-video-modal.ts";
import { PageHead } from "./page-head.tsx";

/** Previews of shared links show about two lines. */
const SHARED_DESCRIPTION_CHARACTERS = 200;

/** Head of a page whose URL names a video: title and image are the video's. */
export function VideoHead({ video }: { video: Video }) {
  const { id, title, description, thumbnail } = video;
  const letters = Array.from(description.replace(/\s+/g, " "));
  const words = letters.slice(0, SHARED_DESCRIPTION_CHARACTERS).join("").trim();
  return (
    <PageHead
      title={title}
      description={words || title}
      picture={thumbnail}
      type="video.other"
      canonicalSearch={`?${VIDEO_PARAMETER}=${id}`}
    />
  );
}
