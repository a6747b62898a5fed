import { type OwnVideoFacts, ownMediaUrl } from "#shared/contracts/own-videos.ts";
import type { KeepOffer } from "#shared/media/keep-offer.ts";
import type { VideoSound } from "#shared/media/sound.ts";
import { momentText } from "#shared/videos/video-duration.domain.ts";
import { memoizeLatest } from "@reign-tv/kit/memoize.ts";
import type { ViewCounts } from "#server/media/view-counts.ts";
import { ownCaptions } from "./own-captions.ts";
import type { PublishedVideos } from "./own-video-list.ts";

/** An own video for the function that lists videos (`OWN_VIDEOS`). */
export type ListedOwnVideo = Pick<
  OwnVideoFacts,
  | "id"
  | "category"
  | "language"
  | "title"
  | "description"
  | "speaker"
  | "passage"
  | "seconds"
  | "publishedAt"
  | "soundOf"
> & {
  bytes?: number;
  saverBytes?: number;
  sound?: VideoSound;
  keep?: KeepOffer;
  views: number;
};

/** Returns the published videos for lists; the same array until they or their views change. */
export function createListedOwnVideos(
  { list }: Pick<PublishedVideos, "list">,
  views: Pick<ViewCounts, "revision" | "viewsOf">,
): () => readonly ListedOwnVideo[] {
  const listedOf = memoizeLatest(list, (videos) =>
    memoizeLatest(
      () => views.revision,
      () => videos.map((video) => listedVideo(video, views.viewsOf(video.id))),
    ),
  );
  return () => listedOf()();
}

function listedVideo(video: OwnVideoFacts, views: number): ListedOwnVideo {
  const { id, category, language, title, speaker, passage } = video;
  const { seconds, publishedAt, soundOf, files } = video;
  return {
    id,
    category,
    language,
    title,
    speaker,
    passage,
    description: withChapters(video),
    seconds,
    publishedAt,
    soundOf,
    views,
    ...(files.video !== null && { bytes: files.video }),
    ...(files.low !== null && { saverBytes: files.low }),
    ...(video.offlineAllowed && { keep: keepOffer(video) }),
    ...(files.sound !== null && {
      sound: {
        url: ownMediaUrl(video, "sound.m4a"),
        playlist: ownMediaUrl(video, "sound.m3u8"),
        bytes: files.sound,
        seconds,
      },
    }),
  };
}

/** Chapters are lines of a description, as those of the platform's videos: the first is at 0:00. */
function withChapters({ title, description, chapters }: OwnVideoFacts): string {
  const [first] = chapters;
  if (first === undefined) return description;
  const all = first.at < 1 ? chapters : [{ at: 0, title }, ...chapters];
  const lines = all.map((chapter) => `${momentText(Math.floor(chapter.at))} ${chapter.title}`);
  return [description, lines.join("\n")].filter((part) => part !== "").join("\n\n");
}

/** The small rendition is kept, not the whole picture of an hour. */
function keepOffer(video: OwnVideoFacts): KeepOffer {
  const { sound, low } = video.files;
  const captions = ownCaptions(video).map(({ language, url }) => ({ language, url }));
  return {
    ...(sound !== null && { sound: { url: ownMediaUrl(video, "sound.m4a"), bytes: sound } }),
    ...(low !== null && {
      picture: {
        url: ownMediaUrl(video, "low.mp4"),
        bytes: low,
        ...(captions.length > 0 && { captions }),
      },
    }),
  };
}
