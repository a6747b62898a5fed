import type { StudioOwnVideo } from "#shared/contracts/own-videos.ts";

type Facts = { [Field in keyof StudioOwnVideo]?: StudioOwnVideo[Field] | undefined };

/** Returns an own video that is ready and unpublished, with other facts. */
export function ownVideo(facts: Facts = {}): StudioOwnVideo {
  const video: StudioOwnVideo = {
    id: "clip-own-0123456789ab",
    language: "en",
    category: "sermons",
    title: "Grace for today",
    description: "",
    speaker: "",
    passage: "",
    show: "sermons",
    offlineAllowed: true,
    chapters: [],
    soundOf: null,
    seconds: 3_600,
    hasPicture: true,
    hasPoster: false,
    captions: [],
    publishedAt: null,
    files: { video: 1_360_000_000, sound: 59_000_000, low: null },
    revision: 1,
    state: "ready",
    problem: null,
    problemDetail: null,
    isPublished: false,
    source: "recording",
    bytes: 1_419_000_000,
    previewKey: "preview",
    range: { first: 0, last: 9 },
    upload: null,
    lowUpload: null,
    progress: null,
    createdAt: "2026-11-22T09:00:00Z",
  };
  return Object.assign(video, facts);
}
