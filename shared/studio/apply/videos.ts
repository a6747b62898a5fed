import type { Ministry } from "#shared/site/ministry.ts";
import type { StudioDocument } from "#shared/studio/documents.ts";
import { videoFacts } from "#shared/videos/video-facts.schema.ts";
import { isVideoId } from "#shared/videos/video-id.ts";
import { type ApplyResult, faultOf, parseBodies } from "./applied.ts";

/** The ministry with what it says of single videos. */
export function applyVideos(ministry: Ministry, documents: readonly StudioDocument[]): ApplyResult {
  const { read, faults } = parseBodies(videoFacts, documents);
  if (read.length === 0) return { ministry, faults };
  const known = read.filter(({ id }) => isVideoId(id));
  return {
    ministry: {
      ...ministry,
      videos: {
        ...ministry.videos,
        ...Object.fromEntries(known.map(({ id, body }) => [id, body])),
      },
    },
    faults: [
      ...faults,
      ...read
        .filter((document) => !known.includes(document))
        .map((document) => faultOf(document, "its id is that of no video")),
    ],
  };
}
