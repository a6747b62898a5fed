import type { KeptItem } from "./kept-media.ts";

/** A kept sound; a test changes what it is about. */
export function keptItem(part: Partial<KeptItem> = {}): KeptItem {
  return {
    url: "/media/clips/clip-one.m4a?v=1",
    kind: "sound",
    bytes: 10,
    etag: null,
    state: "waiting",
    addedAt: 1,
    seconds: 60,
    category: "sermons",
    video: {
      id: "clip-one",
      title: "Hope",
      thumbnail: "/img/clip/clip-one",
      duration: "1:00",
      viewCount: "",
      publishedAt: "2026-10-11T10:00:00Z",
    },
    deleteAfterListening: false,
    hasEnded: false,
    ...part,
  };
}
