/** A caption file of a programme or clip. */
export type CaptionTrack = { language: string; label: string; url: string };

/** One programme of a linear channel; ISO 8601 instants. */
export type Programme = {
  id: string;
  title: string;
  /** Passage of Scripture, or "". */
  reference: string;
  start: string;
  end: string;
  /** Address of its picture. */
  poster: string;
  captions: CaptionTrack[];
};

/** Answer of `GET /live/{channel}/guide`. */
export type ProgrammeGuide = {
  v: 1;
  /** The last minute, oldest first: players lag behind the clock. */
  previous: Programme[];
  now: Programme | null;
  next: Programme[];
};
