/** Content of the fake platform. Tests change it while the fake runs. */

export type FakePicture = "default" | "medium" | "high" | "standard" | "maxres";

export type FakeVideo = {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  /** Lists include private and deleted videos, without their dates. */
  readonly state: "public" | "private" | "deleted";
  readonly isEmbeddable: boolean;
  readonly live: "none" | "live" | "upcoming";
  /** ISO 8601 duration. */
  readonly duration: string;
  /** null: the owner hides the count. */
  readonly views: number | null;
  readonly publishedAt: string;
  /** Existing thumbnails. The platform does not make the larger ones for every video. */
  readonly pictures: readonly FakePicture[];
  /** Languages set by the owner; most owners set none. */
  readonly languages?: {
    readonly defaultLanguage?: string;
    readonly defaultAudioLanguage?: string;
  };
};

const ALL_PICTURES = ["default", "medium", "high", "standard", "maxres"] as const;

/** Builds a public video with plausible data. `id` is padded to 11 characters. */
export function fakeVideo(id: string, changes: Partial<FakeVideo> = {}): FakeVideo {
  return {
    id: id.padEnd(11, "_").slice(0, 11),
    title: `Video ${id}`,
    description: `About ${id}.`,
    state: "public",
    isEmbeddable: true,
    live: "none",
    duration: "PT1H2M3S",
    views: 12_345,
    publishedAt: "2026-10-04T10:00:00Z",
    pictures: ALL_PICTURES,
    ...changes,
  };
}

/** Builds `count` public videos with ids `{prefix}0001` and so on, each a day older than the last. */
export function fakeVideos(prefix: string, count: number): FakeVideo[] {
  const newestMs = Date.parse("2026-10-04T10:00:00Z");
  return Array.from({ length: count }, (_, index) =>
    fakeVideo(`${prefix}${String(index + 1).padStart(4, "0")}`, {
      publishedAt: new Date(newestMs - index * 86_400_000).toISOString(),
    }),
  );
}

export type FakeChannel = {
  readonly id: string;
  readonly handle: string;
  readonly uploadsPlaylistId: string;
};

export type Catalogue = {
  /** Videos by playlist id, in list order. */
  readonly playlists: Map<string, readonly FakeVideo[]>;
  readonly channels: FakeChannel[];
};

/** Returns the video with this id in any playlist. */
export function findVideo(catalogue: Catalogue, id: string): FakeVideo | undefined {
  for (const videos of catalogue.playlists.values()) {
    const found = videos.find((video) => video.id === id);
    if (found) return found;
  }
  return undefined;
}
